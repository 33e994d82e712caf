package jfs.shm.control;

import jfs.core.host.TcpCounts;

/**
 * One proof that a peer's TCP socket is the other end of a connection, wherever it is: the peer
 * marks the packets of its socket, and this JVM has its kernel drop those without the mark. If the
 * connection goes on nevertheless, its packets come from that socket. A four-tuple would be no
 * proof across network namespaces, since two of them may use the same addresses, nor would the
 * numbers of bytes, since what passes bytes on, such as a proxy, has the same ones.
 *
 * <p>Packets that the peer has sent before the mark must not be dropped, for they would come again
 * only 0.2 s later. So this waits for one that was sent after it. And before anything is dropped,
 * the peer's counts must be those of this connection as far as this end can tell; so connections
 * that happen to have the same addresses are let alone.
 *
 * <p>Used by the manager's thread alone.
 */
final class MarkProof {

  /** What is to be done next. */
  enum Step {
    /** Look again. */
    LOOK,
    /** Have the kernel drop what is not marked. */
    FILTER,
    /** Nothing: it is proved. */
    PROVED
  }

  /**
   * How many looks must have found that more has come. The kernel may have let the packets of the
   * first one in before it dropped any.
   */
  static final int ENOUGH = 4;

  /** The kernel counts the acknowledged SYN of an end that has connected. */
  private static final int SYN = 1;

  private final TcpCounts asked;
  private TcpCounts peer;
  private boolean filtering;
  private TcpCounts last;
  private int progress;

  /**
   * Begins a proof.
   *
   * @param asked what this end had counted before it asked the peer to mark its packets
   */
  MarkProof(TcpCounts asked) {
    this.asked = asked;
  }

  /**
   * The peer has marked its packets.
   *
   * @param counts what its end has counted after that
   * @param now what this end has counted now
   * @return whether these can be the counts of one connection's ends
   */
  boolean marked(TcpCounts counts, TcpCounts now) {
    peer = counts;
    return counts.received() >= asked.acknowledged() - SYN
        && counts.received() <= now.sent()
        && counts.sent() >= asked.received()
        && counts.acknowledged() - SYN <= now.received();
  }

  /** Whether the peer has marked its packets. */
  boolean isMarked() {
    return peer != null;
  }

  /**
   * Looks at what this end has counted.
   *
   * @return {@code FILTER} once: the caller does that, and looks again
   */
  Step look(TcpCounts now) {
    if (!filtering) {
      // All has come that the peer has sent before its mark, and something that it has sent later:
      // bytes, or an acknowledgement of bytes that it did not have then.
      filtering =
          now.received() > peer.sent()
              || (now.received() == peer.sent() && now.acknowledged() - SYN > peer.received());
      last = now;
      return filtering ? Step.FILTER : Step.LOOK;
    }
    if (now.received() != last.received() || now.acknowledged() != last.acknowledged()) {
      last = now;
      progress++;
    }
    return progress >= ENOUGH ? Step.PROVED : Step.LOOK;
  }
}
