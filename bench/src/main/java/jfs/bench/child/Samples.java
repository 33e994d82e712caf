package jfs.bench.child;

import java.util.Arrays;

/** The durations of the operations of one slice, every one kept, so that percentiles are exact. */
public final class Samples {

  private final long[] nanos;
  private int count;
  private long first;
  private long last;

  public Samples(int capacity) {
    nanos = new long[capacity];
  }

  public void begin() {
    first = System.nanoTime();
    last = first;
  }

  /** Notes that an operation has ended, and that the next one begins. */
  public void lap() {
    long now = System.nanoTime();
    nanos[count++] = now - last;
    last = now;
  }

  /** The next operation counts from then, of {@link System#nanoTime}, and not from the last lap. */
  public void resume(long nanoTime) {
    last = nanoTime;
  }

  /**
   * The answer to the harness for the samples of several threads that ran at the same time, from
   * the first one's begin to the last one's end. A thread that waited for all of them would not
   * know when they began: it may be the last to get a processor.
   */
  public static String together(Samples[] each, long cpuNanos) {
    int count = 0;
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (Samples samples : each) {
      count += samples.count;
      begin = Math.min(begin, samples.first);
      end = Math.max(end, samples.last);
    }
    Samples all = new Samples(count);
    for (Samples samples : each) {
      System.arraycopy(samples.nanos, 0, all.nanos, all.count, samples.count);
      all.count += samples.count;
    }
    all.first = begin;
    all.last = end;
    return all.answer(cpuNanos);
  }

  /** The answer to the harness; sorts the samples. */
  public String answer(long cpuNanos) {
    Arrays.sort(nanos, 0, count);
    return ("count=" + count)
        + (" elapsed=" + (last - first))
        + (" p50=" + percentile(0.50))
        + (" p90=" + percentile(0.90))
        + (" p99=" + percentile(0.99))
        + (" p999=" + percentile(0.999))
        + (" cpu=" + cpuNanos);
  }

  /** The least sample that at least this share of all samples does not exceed (nearest rank). */
  private long percentile(double share) {
    return nanos[Math.max(0, (int) Math.ceil(share * count) - 1)];
  }
}
