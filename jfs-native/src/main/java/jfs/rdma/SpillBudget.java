package jfs.rdma;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory all connections of a process may use together for bytes that nobody reads; beyond
 * it bytes stay in the rings, and the peers wait, as a kernel makes them wait. It is so much, and
 * outside the heap, for two programs that both write before they read to get as far as on TCP: of a
 * host, what its kernel gives TCP by default before it begins to save (tcp_mem in tcp(7)). A
 * connection may have as much as is left for others: so none can use it up alone, be it that its
 * peer means to (dynamic thresholds; Choudhury and Hahne, 1998). Any thread; no memory is needed.
 */
final class SpillBudget {

  /** The kernel's, by default. */
  private static final int PART_OF_MEMORY = 16;

  private static final String TOTAL = "MemTotal:";

  /** As a container sees its own, in version 2 and in version 1. */
  private static final List<String> LIMITS =
      List.of("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes");

  private final long bytes;
  private final AtomicLong used = new AtomicLong();

  SpillBudget(long bytes) {
    this.bytes = bytes;
  }

  static SpillBudget ofProcess() {
    return new SpillBudget(of(memory(), Runtime.getRuntime().maxMemory()));
  }

  /**
   * Of a host, or a container, with so much memory; a program that was given little takes little.
   */
  static long of(long memory, long heap) {
    return Math.min(memory / PART_OF_MEMORY, heap);
  }

  private static long memory() {
    long least = memory(lines("/proc/meminfo"));
    for (String limit : LIMITS) {
      least = Math.min(least, limit(lines(limit)));
    }
    return least;
  }

  private static List<String> lines(String file) {
    try {
      return SmallFile.lines(file);
    } catch (IOException | SecurityException e) {
      return List.of(); // as outside a container
    }
  }

  /** What cgroups(7) say of a container: a number of bytes, or "max". */
  static long limit(List<String> said) {
    try {
      return said.isEmpty() ? Long.MAX_VALUE : Long.parseLong(said.get(0).strip());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /** What proc(5) says of a host. */
  static long memory(List<String> info) {
    for (String line : info) {
      if (line.startsWith(TOTAL)) {
        String kilobytes = line.substring(TOTAL.length()).strip().split(" ", -1)[0];
        return Long.parseLong(kilobytes) << 10;
      }
    }
    return Long.MAX_VALUE;
  }

  /**
   * Takes so much, if it may be.
   *
   * @param own what the connection has taken so far
   */
  boolean take(long own, long more) {
    long before;
    do {
      before = used.get();
      if (own + more > bytes - before - more) {
        return false;
      }
    } while (!used.compareAndSet(before, before + more));
    return true;
  }

  void giveBack(long less) {
    used.addAndGet(-less);
  }

  /** Whether what is left had better be for the connections that there are. */
  boolean isTight() {
    return used.get() > bytes / 2;
  }

  long used() {
    return used.get();
  }
}
