package jfs.shm.memory;

/**
 * The most memory that a JVM shares with others. It counts against the same limit of a container as
 * the heap. At that limit the kernel throttles TCP, but for shared memory it kills a process. So
 * the budget is half of what the heap may grow to, within bounds.
 *
 * <p>The memory that an ended link leaves behind stays until this end has closed the link's last
 * connection or, where it cannot be released, until the garbage collector finds the mapping, which
 * may take hours in a quiet heap. So as much again may be left behind before it counts: otherwise a
 * server with short-lived clients would soon share nothing with its present ones. Thread-safe.
 */
final class MemoryBudget {

  private static final long LEAST = 64L << 20;
  private static final long MOST = 1L << 30;

  private static final MemoryBudget OF_PROCESS =
      new MemoryBudget(limit(Runtime.getRuntime().maxMemory()));

  private final long limit;

  /** Guarded by the monitor, as is the next field. */
  private long taken;

  /** Bytes that ended links have left behind. */
  private long leftBehind;

  MemoryBudget(long limit) {
    this.limit = limit;
  }

  static MemoryBudget ofProcess() {
    return OF_PROCESS;
  }

  /** The budget beside a heap of at most so many bytes. */
  static long limit(long heap) {
    return Math.max(LEAST, Math.min(heap / 2, MOST));
  }

  /** Takes so many bytes; false if the budget has too few left for this use. */
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

  /** So many taken bytes belong to a link that has ended, and stay for a while. */
  synchronized void leaveBehind(long bytes) {
    taken -= bytes;
    leftBehind += bytes;
  }

  /** So many of those bytes are released. */
  synchronized void giveLeftBehind(long bytes) {
    leftBehind -= bytes;
  }

  /** How many bytes ended links have left behind. */
  synchronized long leftBehind() {
    return leftBehind;
  }

  /** Whether less than a quarter is taken. */
  synchronized boolean isAmple() {
    return taken < limit / 4;
  }

  synchronized long taken() {
    return taken;
  }

  long limit() {
    return limit;
  }
}
