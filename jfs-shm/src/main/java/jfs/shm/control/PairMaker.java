package jfs.shm.control;

import jfs.core.transport.PairingEnd;
import jfs.core.wait.Futex;
import jfs.shm.memory.OwnArena;
import jfs.shm.memory.OwnMemory;
import jfs.shm.stream.ShmTransport;

/** Makes this end's half of a pair, and installs it. Used by the manager's thread alone. */
final class PairMaker {

  private final ManagerPace pace;

  PairMaker(ManagerPace pace) {
    this.pace = pace;
  }

  /** Makes a pair with memory of its own, and adds it to the link; null if there is no memory. */
  ShmPair make(PeerLink link, ShmEndpoint endpoint, PairingEnd end, boolean offerer) {
    OwnArena arena = link.ownArena();
    OwnMemory memory = arena == null ? null : OwnMemory.allocate(arena);
    if (memory == null) {
      return null;
    }
    ShmPair kept = null;
    try {
      LinkTerms terms = link.terms();
      ShmPair pair = new ShmPair(link, link.pairs().newId(), endpoint, memory, !terms.mayPoll());
      Futex futex = terms.futex() ? Futex.installed() : null;
      pair.carriedBy(
          ShmTransport.of(pair, end, memory, futex, link.eventFds(), terms.mayPoll(), offerer));
      link.pairs().add(pair);
      kept = pair;
    } finally {
      if (kept == null) {
        memory.free();
      }
    }
    return kept;
  }

  /**
   * Makes this end follow the peer's switch from now on. A reader that is blocked on TCP does not
   * know of the pair yet: the next byte wakes it, which the peer writes to TCP in any case.
   */
  boolean install(ShmPair pair, PairingEnd end) {
    if (!end.isFree() || !end.install(pair.transport())) {
      return false;
    }
    pair.ownedBy(end);
    pace.paired();
    return true;
  }
}
