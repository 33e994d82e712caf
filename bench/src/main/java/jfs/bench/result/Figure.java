package jfs.bench.result;

import java.util.Arrays;

/** A kind of number in a result. Times are in µs a message: half of the round trip of an echo. */
public enum Figure {
  MEAN("mean_us", "mean µs", true),
  P50("p50_us", "p50 µs", true),
  P90("p90_us", "p90 µs", true),
  P99("p99_us", "p99 µs", true),
  P999("p999_us", "p99.9 µs", true),
  MEGABYTES("mb_per_s", "MB/s", false),

  /** With all that serialization adds. */
  TOTAL_MEGABYTES("total_mb_per_s", "total MB/s", false),
  OPERATIONS("per_s", "per s", false),

  /** CPU time of both ends in the time that passed: 100 % are one core. */
  CPU_SHARE("cpu_percent", "CPU %", true),

  /** Both ends'; only a slice that takes many steps of the clock can tell. */
  CPU("cpu_us", "CPU µs", true),
  MEMORY("memory_mib", "MiB", true),

  /** Both ends', over all slices together, because the clock is coarse. */
  CPU_OF_MESSAGE("cpu_us_per_message", "CPU µs/message", true);

  private final String key;
  private final String label;
  private final boolean lowerIsBetter;

  Figure(String key, String label, boolean lowerIsBetter) {
    this.key = key;
    this.label = label;
    this.lowerIsBetter = lowerIsBetter;
  }

  /**
   * The figure of a key.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Figure of(String key) {
    return Arrays.stream(values())
        .filter(figure -> figure.key.equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no figure '" + key + "' is known"));
  }

  /** Its name in a file. */
  public String key() {
    return key;
  }

  /** What people call it. */
  public String label() {
    return label;
  }

  public boolean isPercentile() {
    return this == P50 || this == P90 || this == P99 || this == P999;
  }

  /** Whether less of it is better. */
  public boolean lowerIsBetter() {
    return lowerIsBetter;
  }

  /** How many times better than the baseline: above 1 is faster. */
  public double speedup(double baseline, double challenger) {
    return lowerIsBetter ? baseline / challenger : challenger / baseline;
  }

  /** As in files: Gson asks for this where a figure is the name of something. */
  @Override
  public String toString() {
    return key;
  }
}
