package jfs.shm.stream;

import jfs.core.transport.Reason;

/** What a pair's transport tells the part that made the pair. Any thread may call. */
public interface PairOwner {

  /** Says why this end sends on TCP again. */
  void explain(Reason reason);

  /** This end will not touch the pair's memory again. */
  void leave();
}
