package jfs.rdma;

import java.net.InetAddress;

/**
 * What the connection manager or a completion queue has to tell.
 *
 * @param token of the endpoint or the listener
 * @param error why, where it did not go well; else 0
 * @param request of {@code REQUEST}, else null
 * @param local of {@code REQUEST}, else null: where the peer connects to
 * @param remote of {@code REQUEST}, else null: where it comes from
 * @param data what the peer said with its request, its acceptance or its refusal
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, nor kept
record Event(
    Kind kind,
    long token,
    int error,
    Verbs.Request request,
    InetAddress local,
    InetAddress remote,
    byte[] data) {

  /** What has happened. */
  enum Kind {
    /** An endpoint that was armed has something to poll. */
    COMPLETIONS(1),
    /** A peer wants to connect. */
    REQUEST(2),
    /** The peer has accepted. */
    ACCEPTED(3),
    /** The peer knows that this side accepted. */
    ESTABLISHED(4),
    /** The peer, or the connection manager where it is, has refused. */
    REFUSED(5),
    /** There was no way to the peer, or no means. */
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

    /** As {@code jfs/verbs.h} numbers them; null for none. */
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
