package jfs.natives;

import java.time.Duration;

/**
 * The CPU time that this process has used: all its threads, user and system, since it started.
 *
 * <p>With the native library this is {@code clock_gettime(CLOCK_PROCESS_CPUTIME_ID)}, see {@code
 * clock_gettime(2)}, in the scheduler's resolution. Without it, it is what {@link
 * ProcessHandle.Info#totalCpuDuration} says, which on Linux advances in ticks of 10 milliseconds
 * and costs reading a file: good for long runs only. The two may differ by some ticks, so take a
 * difference from one and the same process only.
 */
public final class ProcessCpu {

  /** What {@link #nanos} returns on a platform that does not say. */
  public static final long UNKNOWN = -1;

  private ProcessCpu() {}

  /**
   * CPU time used so far, in nanoseconds, never going back; {@link #UNKNOWN} if the platform, or a
   * security manager, does not say. Any thread may call.
   */
  public static long nanos() {
    if (NativeLibrary.isLoaded()) {
      long nanos = Natives.processCpuNanos();
      if (nanos >= 0) {
        return nanos;
      }
    }
    return coarseNanos();
  }

  /** Whether {@link #nanos} has the scheduler's resolution, and not that of clock ticks. */
  public static boolean isExact() {
    return NativeLibrary.isLoaded() && Natives.processCpuNanos() >= 0;
  }

  /** What there is without the native library. */
  static long coarseNanos() {
    try {
      return ProcessHandle.current()
          .info()
          .totalCpuDuration()
          .map(Duration::toNanos)
          .orElse(UNKNOWN);
    } catch (SecurityException e) {
      return UNKNOWN;
    }
  }
}
