package jfs.rdma.stream;

/**
 * Whether the two ends of a connection use their pair. The client alone decides. The acceptor has
 * promised to follow once it has installed the pair, and does not know the decision until the
 * client's HELLO arrives: in between it is neither committed nor can it abort.
 *
 * <p>Guarded by the lock of {@link RdmaConnection}, but for what is said to be for all threads:
 * each field that they read is written once, and what follows from it is read under the lock.
 */
final class Commitment {

  private enum Decision {
    OPEN,
    COMMITTED,
    ABORTED
  }

  private final boolean connector;

  private volatile Decision decision = Decision.OPEN;

  /** The peer has this end's HELLO. */
  private volatile boolean toldPeer;

  private boolean installed;

  /** The peer's HELLO has committed this end, and the reactor does not know of it yet. */
  private boolean follows;

  /** Of the end that connected, or of the one that accepted. */
  Commitment(boolean connector) {
    this.connector = connector;
  }

  /** Whether both ends have committed; for all threads. */
  boolean isCommitted() {
    return decision == Decision.COMMITTED && (!connector || toldPeer);
  }

  /** Whether this end has committed, which is final; for all threads. */
  boolean hasCommitted() {
    return decision == Decision.COMMITTED;
  }

  /** Whether this end has aborted, which is final; for all threads. */
  boolean hasAborted() {
    return decision == Decision.ABORTED;
  }

  /**
   * Whether the peer's direction stays on TCP for good. Without the lock the answer may be out of
   * date.
   *
   * @param broken whether nothing more comes from the peer
   */
  boolean hasPeerStayed(boolean broken) {
    Decision now = decision;
    return now == Decision.ABORTED || (now == Decision.OPEN && (connector || broken));
  }

  /** Whether this end may decide to abort: only the client may. */
  boolean isDecider() {
    return connector;
  }

  /** Commits this end; returns whether it is committed. */
  boolean commit() {
    if (decision == Decision.OPEN) {
      decision = Decision.COMMITTED;
    }
    return decision == Decision.COMMITTED;
  }

  /**
   * Aborts; for an acceptor as well, since the peer is gone and no decision will come.
   *
   * @return whether this call has aborted it
   */
  boolean abort() {
    boolean open = decision == Decision.OPEN;
    if (open) {
      decision = Decision.ABORTED;
    }
    return open;
  }

  /** The peer has this end's HELLO, even if the queue pair breaks. */
  void toldPeer() {
    toldPeer = true;
  }

  /** The program's connection has the transport, and follows if the peer switches. */
  void installed() {
    installed = true;
  }

  boolean isInstalled() {
    return installed;
  }

  /**
   * The peer's HELLO has come, in which a client commits both ends.
   *
   * @return false if the peer must not send it yet: the client has to prove itself first
   */
  boolean peerGreets() {
    if (connector) {
      return true;
    }
    if (installed && commit()) {
      follows = true;
    }
    return installed;
  }

  /** Whether the peer's HELLO has committed this end since the last call. */
  boolean takeFollows() {
    boolean taken = follows;
    follows = false;
    return taken;
  }
}
