package jfs.shm.control;

/**
 * The end of pairs: what the peer says of it, and what this JVM says to the peer. Runs on the
 * manager's thread.
 */
final class PairEnding {

  private PairEnding() {}

  /** A DECIDED has come: the peer, which made the offer, has committed the pair or has not. */
  static void decided(PeerLink link, int id) {
    ShmPair pair = link.pairs().get(id);
    if (pair != null) {
      pair.settle();
    }
  }

  /** A RELEASE has come: the peer will not touch the memory again. */
  static void released(PeerLink link, int id) {
    ShmPair pair = link.pairs().get(id);
    if (pair != null && !pair.transport().isComplete()) {
      abandon(link, pair); // its ACCEPT could not be handled here
    } else if (pair != null) {
      pair.peerLeft();
      pair.settle();
      removeIfOver(link, pair);
    }
  }

  /** This end will not touch the pair's memory again. */
  static void left(PeerLink link, ShmPair pair) {
    if (pair.transport().isComplete() && !pair.hasLeft()) {
      Frame release = Frame.of(FrameType.RELEASE).u32(pair.peerId());
      if (pair.transport().holdsMuch()) {
        link.send(release);
      } else {
        link.sendLater(release);
      }
      pair.leaveOnce();
    }
    removeIfOver(link, pair);
    link.pairs().left(pair);
  }

  private static void removeIfOver(PeerLink link, ShmPair pair) {
    if (pair.isOver()) {
      link.pairs().remove(pair);
    }
  }

  /** Ends a pair that the peer does not use, and frees its memory. */
  static void abandon(PeerLink link, ShmPair pair) {
    pair.abandon();
    link.pairs().remove(pair);
  }
}
