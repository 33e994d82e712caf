package jfs.core.transport;

/**
 * Why a connection stays on TCP.
 *
 * @param code a stable kebab-case code: scripts match it, so a code once released keeps its meaning
 */
public record Reason(String code) {

  /** No fast transport is installed in this JVM. */
  public static final Reason NO_TRANSPORT = new Reason("no-transport");

  /** A transport's provider failed when it was asked; its exception is in the log. */
  public static final Reason PROVIDER_FAILED = new Reason("provider-failed");

  /** Eligible for a transport, but not paired, or not yet. */
  public static final Reason UNPAIRED = new Reason("unpaired");

  /** The other end is on another host, or the addresses don't tell that it is on this one. */
  public static final Reason OTHER_HOST = new Reason("other-host");

  /** Both ends are on this host, as far as their addresses tell. */
  public static final Reason SAME_HOST = new Reason("same-host");

  /** The transport is switched off by an option. */
  public static final Reason SWITCHED_OFF = new Reason("switched-off");

  /** A rule of the user's says so. */
  public static final Reason BY_RULE = new Reason("by-rule");

  /** This end's program prefers a short connection time, and TCP is there soonest. */
  public static final Reason PREFERRED_TCP = new Reason("preferred-tcp");

  /** This end has looked for the other end, and no JVM with JFS has answered that it holds it. */
  public static final Reason NO_PEER = new Reason("no-peer");

  /** The rendezvous directory, or the JVM's socket in it, is not available; the log says why. */
  public static final Reason NO_RENDEZVOUS_DIR = new Reason("no-rendezvous-dir");

  /**
   * The thread that brings two ends together can't be started for now: the process may have reached
   * its limit.
   */
  public static final Reason NO_THREAD = new Reason("no-thread");

  /** Shared memory is used up. */
  public static final Reason NO_MEMORY = new Reason("no-memory");

  /** RDMA, which alone could serve a connection to another host, was not asked for. */
  public static final Reason RDMA_OFF = new Reason("rdma-off");

  /** An end had shut down one direction before the two could agree. */
  public static final Reason HALF_CLOSED = new Reason("half-closed");

  /** An end had sent urgent data before the two could agree. */
  public static final Reason URGENT_DATA = new Reason("urgent-data");

  /** An end was closed or reset before the two could agree. */
  public static final Reason CLOSED_EARLY = new Reason("closed-early");

  /** TCP is not the JDK's own socket but a channel, or a connection through a proxy of JFS's. */
  public static final Reason CHANNEL_CARRIER = new Reason("channel-carrier");

  /** The connection is a selectable channel, and its transport serves sockets alone. */
  public static final Reason NO_CHANNELS = new Reason("no-channels");

  /** An end was not free any more while the two were agreeing: closed, half-closed or the like. */
  public static final Reason NOT_FREE = new Reason("not-free");

  /** The kernel says that the peer's socket is not this connection's other end. */
  public static final Reason OTHER_SOCKET = new Reason("other-socket");

  /**
   * The other end may be a JVM's in another network namespace, but that could not be proved in
   * time: the connection was quiet, or it is another one.
   */
  public static final Reason NOT_PROVED = new Reason("not-proved");

  /** The other JVM's version, kernel or network namespace does not fit. */
  public static final Reason INCOMPATIBLE = new Reason("incompatible");

  public Reason {
    if (!isKebabCase(code)) {
      throw new IllegalArgumentException("not a kebab-case code: '" + code + "'");
    }
  }

  /** Whether it says only that an end was not free any more. */
  public boolean isOfTheEnd() {
    return equals(NOT_FREE) || equals(HALF_CLOSED) || equals(URGENT_DATA) || equals(CLOSED_EARLY);
  }

  /** The reason that a peer sends. The peer may be of another version, or send nonsense. */
  public static Reason ofPeer(String code) {
    return code.length() <= 40 && isKebabCase(code) ? new Reason(code) : INCOMPATIBLE;
  }

  /** Lower-case letters and digits in words with one hyphen between. */
  private static boolean isKebabCase(String text) {
    char before = '-';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean wordy = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!wordy && (c != '-' || before == '-')) {
        return false;
      }
      before = c;
    }
    return before != '-';
  }

  // Written out, because connections compare reasons: see Histories.
  @Override
  public boolean equals(Object other) {
    return other instanceof Reason that && code.equals(that.code);
  }

  @Override
  public int hashCode() {
    return code.hashCode();
  }

  @Override
  public String toString() {
    return code;
  }
}
