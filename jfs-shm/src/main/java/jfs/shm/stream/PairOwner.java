package jfs.shm.stream;

import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;

/** What a pair's transport tells the part that made the pair. Any thread may call. */
public interface PairOwner {

  /** Says why this end sends on TCP again. */
  void explain(Reason reason);

  /** The pair has failed its connection. */
  void failed(TransportFailure cause);

  /** This end will not touch the pair's memory again. */
  void leave();
}
