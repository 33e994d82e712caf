package jfs.bench.child;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory that this process needs: its share of what is resident, with the heap's live part in
 * place of the whole heap. Right where the heap is of one size and touched from the start ({@code
 * -Xms}, {@code -XX:+AlwaysPreTouch}); 0 where the kernel does not tell (Linux before 4.14).
 */
final class Memory {

  private static final Path SMAPS = Path.of("/proc/self/smaps_rollup");
  private static final String SHARE = "Pss:";
  private static final int KIB = 1024;

  private Memory() {}

  /** In bytes, after a collection. */
  static long bytes() {
    System.gc();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    long resident = resident();
    return resident == 0 ? 0 : Math.max(0, resident - heap.getCommitted() + heap.getUsed());
  }

  /** A page that two processes share counts half for each. */
  private static long resident() {
    try {
      for (String line : Files.readAllLines(SMAPS, StandardCharsets.US_ASCII)) {
        if (line.startsWith(SHARE)) {
          String[] words = line.strip().split(" +", -1);
          return Long.parseLong(words[1]) * KIB;
        }
      }
    } catch (IOException e) {
      // No such file: not a Linux, or an old one.
    }
    return 0;
  }
}
