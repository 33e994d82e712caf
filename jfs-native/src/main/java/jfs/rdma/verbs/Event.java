package jfs.rdma.verbs;

import java.net.InetAddress;

/**
 * An event of the connection manager or of a completion queue. For the thread that took it from
 * {@link Verbs#nextEvent}.
 */
public final class Event {

  private static final byte[] NO_DATA = {};

  private final Kind kind;
  private long token;
  private final int error;
  private final Verbs.Request request;
  private final InetAddress local;
  private final InetAddress remote;
  private final int peerNumber;
  private final byte[] data;

  /**
   * Of an endpoint or a listener.
   *
   * @param token of the endpoint or the listener
   * @param error an errno value where it failed; else 0
   * @param request of {@code REQUEST}, else null
   * @param local of {@code REQUEST}, else null: the address that the peer connects to
   * @param remote of {@code REQUEST}, else null: the address that it comes from
   * @param peerNumber of {@code REQUEST} and {@code ACCEPTED}, else 0: the {@linkplain
   *     VerbsEndpoint#number number} of the peer's queue pair
   * @param data what the peer sent with its request, its acceptance or its refusal
   */
  Event(
      Kind kind,
      long token,
      int error,
      Verbs.Request request,
      InetAddress local,
      InetAddress remote,
      int peerNumber,
      byte[] data) {
    this.kind = kind;
    this.token = token;
    this.error = error;
    this.request = request;
    this.local = local;
    this.remote = remote;
    this.peerNumber = peerNumber;
    this.data = data;
  }

  /**
   * Of completions. One object serves {@linkplain #again over and over}, since no memory may be
   * left for another.
   */
  static Event ofCompletions() {
    return new Event(Kind.COMPLETIONS, 0, 0, null, null, null, 0, NO_DATA);
  }

  /** The same event of another endpoint. */
  Event again(long newToken) {
    token = newToken;
    return this;
  }

  /** What has happened. */
  public Kind kind() {
    return kind;
  }

  /** The token of the endpoint or the listener. */
  public long token() {
    return token;
  }

  /** An errno value where it failed; else 0. */
  public int error() {
    return error;
  }

  /** The request of {@code REQUEST}; else null. */
  public Verbs.Request request() {
    return request;
  }

  /** Of {@code REQUEST}: the address that the peer connects to. */
  public InetAddress local() {
    return local;
  }

  /** Of {@code REQUEST}: the address that the peer comes from. */
  public InetAddress remote() {
    return remote;
  }

  /** Of {@code REQUEST} and {@code ACCEPTED}: the number of the peer's queue pair. */
  public int peerNumber() {
    return peerNumber;
  }

  /** What the peer sent with its request, its acceptance or its refusal. */
  public byte[] data() {
    return data;
  }

  /** What has happened. Of two events of an endpoint, the later kind in this order says more. */
  public enum Kind {
    /** An endpoint that was armed has something to poll. */
    COMPLETIONS(1),
    /** A peer wants to connect. */
    REQUEST(2),
    /** The peer has accepted. */
    ACCEPTED(3),
    /** The peer knows that this side accepted. */
    ESTABLISHED(4),
    /** The peer, or the connection manager of its host, has refused. */
    REFUSED(5),
    /** There was no route to the peer, or a lack of resources. */
    FAILED(6),
    /** The peer has ended the connection, or has died. */
    DISCONNECTED(7),
    /** The device says that the connection, or its port, is of no use now. */
    BROKEN(8),
    /** The device is being taken away. */
    DEVICE_GONE(9);

    private static final Kind[] ALL = values();

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** By the number in {@code jfs/verbs.h}; null for none. */
    static Kind of(int code) {
      for (Kind kind : ALL) {
        if (kind.code == code) {
          return kind;
        }
      }
      return null;
    }
  }
}
