package jfs.shm;

/**
 * How much memory a JVM shares with others at most. It counts against the same limit of a container
 * as the heap does, and the kernel, which throttles TCP there, kills a process for this. So it is
 * half of what the heap may grow to, within bounds.
 *
 * <p>What a link leaves behind when it ends stays until this end has closed the last connection,
 * or, where it can't be let go of, until the garbage collector finds the mapping, which may take
 * hours where the heap is quiet. So as much again may lie there before it counts: else a server
 * whose clients come and go would soon share nothing with those that are there. Thread-safe.
 */
final class MemoryBudget {

  private static final long LEAST = 64L << 20;
  private static final long MOST = 1L << 30;

  private static final MemoryBudget OF_PROCESS =
      new MemoryBudget(limit(Runtime.getRuntime().maxMemory()));

  private final long limit;

  /** Guarded by the monitor, as the next. */
  private long taken;

  /** Of links that have ended. */
  private long leftBehind;

  MemoryBudget(long limit) {
    this.limit = limit;
  }

  static MemoryBudget ofProcess() {
    return OF_PROCESS;
  }

  /** What may be shared beside a heap of at most so many bytes. */
  static long limit(long heap) {
    return Math.max(LEAST, Math.min(heap / 2, MOST));
  }

  /** Takes so many bytes; false if they are not to be had for this. */
  synchronized boolean take(long bytes, MemoryUse use) {
    long beyond = Math.max(0, leftBehind - limit);
    if (taken + beyond + bytes > limit - use.reserve(limit)) {
      return false;
    }
    taken += bytes;
    return true;
  }

  synchronized void give(long bytes) {
    taken -= bytes;
  }

  /** So many bytes are of a link that has ended, and stay for a while. */
  synchronized void leaveBehind(long bytes) {
    taken -= bytes;
    leftBehind += bytes;
  }

  /** So many of those are no more. */
  synchronized void giveLeftBehind(long bytes) {
    leftBehind -= bytes;
  }

  /** What is left of links that have ended. */
  synchronized long leftBehind() {
    return leftBehind;
  }

  synchronized long taken() {
    return taken;
  }

  long limit() {
    return limit;
  }
}
