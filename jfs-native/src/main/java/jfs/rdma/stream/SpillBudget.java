package jfs.rdma.stream;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import jfs.rdma.verbs.SmallFile;

/**
 * How much memory all connections of a process together may use for bytes that no thread reads;
 * beyond it bytes stay in the rings, and the peers wait, as a kernel makes them wait. The memory is
 * outside the heap. It is enough that two programs that both write before they read get as far as
 * on TCP: on a host, as much as its kernel gives TCP by default before it begins to save (tcp_mem
 * in tcp(7)). A connection may have no more than is left for the others, so none can use it all up,
 * even if its peer tries to (dynamic thresholds; Choudhury and Hahne, 1998). Any thread may call;
 * no call takes memory.
 */
public final class SpillBudget {

  /** The kernel's part for TCP, by default. */
  private static final int PART_OF_MEMORY = 16;

  private static final String TOTAL = "MemTotal:";

  /** Files with a container's own limit, in cgroups of version 2 and of version 1. */
  private static final List<String> LIMITS =
      List.of("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes");

  private final long bytes;
  private final AtomicLong used = new AtomicLong();

  SpillBudget(long bytes) {
    this.bytes = bytes;
  }

  public static SpillBudget ofProcess() {
    return new SpillBudget(of(memory(), Runtime.getRuntime().maxMemory()));
  }

  /** Of a host, or a container, with so much memory; a program with a small heap takes little. */
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

  /** Parses a cgroup's limit (cgroups(7)): a number of bytes, or "max". */
  static long limit(List<String> said) {
    try {
      return said.isEmpty() ? Long.MAX_VALUE : Long.parseLong(said.get(0).strip());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /** A host's memory in bytes, by proc(5). */
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
   * Takes so many bytes if the budget allows it.
   *
   * @param own how many the connection has taken so far
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

  /** Whether the rest is to be kept for the connections that exist. */
  public boolean isTight() {
    return used.get() > bytes / 2;
  }

  long used() {
    return used.get();
  }
}
