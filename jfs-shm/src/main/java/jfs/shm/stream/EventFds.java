package jfs.shm.stream;

import jfs.core.wait.SelectorEventFd;

/** The eventfds of which the two JVMs of a link have told each other. Any thread may call. */
public interface EventFds {

  /** Whether the peer can signal this JVM's own one. If it can't, it is told of it. */
  boolean isHeldByPeer(SelectorEventFd own);

  /**
   * Signals one of the peer's, if it has told of it. Between two looks of a thread that may still
   * touch the memory of one of the link's pairs: the descriptor stays open that long.
   *
   * @param number from 0 to 63, as the peer says it in shared memory
   */
  void signal(int number);
}
