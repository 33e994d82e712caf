package jfs.rdma;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory all connections of a process may use together for bytes that nobody reads; beyond
 * it bytes stay in the rings, and the peers wait, as a kernel makes them wait. It is what the
 * kernel gives all TCP connections before it begins to save (tcp_mem in tcp(7)): where a program
 * relies on TCP to take what its peers write before they read, RDMA takes it, too. A connection may
 * have as much as is left for others: so none can use it up alone, be it that its peer means to
 * (dynamic thresholds; Choudhury and Hahne, 1998). Any thread; no memory is needed.
 */
final class SpillBudget {

  /** The kernel's, by default. */
  private static final int PART_OF_MEMORY = 16;

  private static final String TOTAL = "MemTotal:";

  private final long bytes;
  private final AtomicLong used = new AtomicLong();

  SpillBudget(long bytes) {
    this.bytes = bytes;
  }

  static SpillBudget ofProcess() {
    return new SpillBudget(of(memory(), Runtime.getRuntime().maxMemory()));
  }

  /**
   * Of a host with so much memory. A container's may be less; there the heap tells how much the
   * process was given, and is not to be exceeded.
   */
  static long of(long memory, long heap) {
    return Math.min(memory / PART_OF_MEMORY, heap);
  }

  private static long memory() {
    try {
      return memory(Files.readAllLines(Path.of("/proc/meminfo")));
    } catch (IOException | SecurityException e) {
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
