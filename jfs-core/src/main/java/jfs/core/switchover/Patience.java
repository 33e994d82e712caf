package jfs.core.switchover;

import java.util.concurrent.TimeUnit;
import jfs.core.config.Option;
import jfs.core.config.Options;

/**
 * Decides when a connection has lived long enough to be worth a transport. A request and its answer
 * is what a short one carries: pairing would only cost it. The other end may still be slow to show
 * up, so the question is asked again, ever more seldom; until data have been coming for a while:
 * who sends them holds the other end by now, and would have answered.
 */
final class Patience {

  /** Pair as soon as the connection is made. */
  static final boolean NONE = isEager(Option.SHM) || isEager(Option.RDMA);

  private static final int FIRST_WRITES = 2;
  private static final int FIRST_READS = 4;

  /** One more than it takes to read a request, or an answer. */
  private static final int ENTERING_READS = 2;

  private static final long FIRST_BYTES = 64 * 1024;

  /** Many times what pairing takes on a busy host, where the peer opens its RDMA devices first. */
  private static final long WORTH_WAITING_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** Writers and readers have their own, for they run at the same time. */
  private int writes;

  private int nextWrites = FIRST_WRITES;
  private int reads;
  private int nextReads = FIRST_READS;
  private long bytes;
  private long nextBytes = FIRST_BYTES;

  /** When readers asked first, by {@link System#nanoTime}. */
  private long askedAt;

  private boolean asked;

  private static boolean isEager(Option transport) {
    String value = Options.ofProcess().get(transport);
    return value.equals("eager") || value.equals("always");
  }

  boolean wrote(int n) {
    writes++;
    bytes += n;
    if (writes < nextWrites && bytes < nextBytes) {
      return false;
    }
    nextWrites = writes * 8;
    nextBytes = Math.max(FIRST_BYTES, bytes * 8);
    return true;
  }

  /** Whether a read that is counted now is the one after which the peer may look for this end. */
  boolean isEntering() {
    return reads == ENTERING_READS;
  }

  boolean read(int n) {
    reads++;
    if (reads < nextReads) {
      return false;
    }
    nextReads = reads * 8;
    return true;
  }

  /** Whether asking is in vain, to be asked when {@link #read} says that it is time to ask. */
  boolean isOver(long nanoTime) {
    if (!asked) {
      asked = true;
      askedAt = nanoTime;
    }
    return nanoTime - askedAt > WORTH_WAITING_NANOS;
  }
}
