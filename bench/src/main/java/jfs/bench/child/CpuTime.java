package jfs.bench.child;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The CPU time of this process, all its threads, in user and kernel mode. */
public final class CpuTime {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** When a clock that stands still this long has no step that could be seen. */
  private static final long PATIENCE_NANOS = 200_000_000;

  private CpuTime() {}

  public static long nanos() {
    return SYSTEM.getProcessCpuTime();
  }

  /** The least step of this clock that can be seen while the process works; 0 if none was. */
  public static long step() {
    long least = Long.MAX_VALUE;
    long begin = System.nanoTime();
    long last = nanos();
    for (int seen = 0; seen < 4 && System.nanoTime() - begin < PATIENCE_NANOS; ) {
      long now = nanos();
      if (now != last) {
        least = Math.min(least, now - last);
        last = now;
        seen++;
      }
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }
}
