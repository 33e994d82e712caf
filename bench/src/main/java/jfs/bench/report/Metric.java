package jfs.bench.report;

import jfs.bench.harness.Slice;
import jfs.bench.harness.Workload;

/** A figure of one slice. Times are in µs a message: half of the round trip of an echo. */
enum Metric {
  MEAN("mean µs", "mean_us", true),
  P50("p50 µs", "p50_us", true),
  P90("p90 µs", "p90_us", true),
  P99("p99 µs", "p99_us", true),
  P999("p99.9 µs", "p999_us", true),
  MEGABYTES("MB/s", "mb_per_s", false),

  /** With all that serialization adds. */
  TOTAL_MEGABYTES("total MB/s", "total_mb_per_s", false),
  OPERATIONS("per s", "per_s", false),

  /** CPU time of both ends in the time that passed: 100 % are one core. */
  CPU_SHARE("CPU %", "cpu_percent", true),

  /** Both ends'; only a slice that takes many steps of the clock can tell. */
  CPU("CPU µs", "cpu_us", true),
  MEMORY("MiB", "memory_mib", true);

  /** With fewer samples a percentile is no more than the greatest of them. */
  private static final long SAMPLES_FOR_P90 = 10;

  private static final long SAMPLES_FOR_P99 = 100;

  private static final long SAMPLES_FOR_P999 = 1000;

  private static final double PERCENT = 100;
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** From bytes a nanosecond. */
  private static final double MEGABYTES_PER_SECOND = 1e3;

  final String header;
  final String key;
  private final boolean lowerIsBetter;

  Metric(String header, String key, boolean lowerIsBetter) {
    this.header = header;
    this.key = key;
    this.lowerIsBetter = lowerIsBetter;
  }

  /** The figure; NaN where there is none. */
  double of(Workload workload, Slice slice) {
    double perMessage = NANOS_PER_MICRO * workload.messages();
    return switch (this) {
      case MEAN -> slice.elapsedNanos() / (double) slice.count() / perMessage;
      case P50 -> slice.p50() / perMessage;
      case P90 -> slice.count() < SAMPLES_FOR_P90 ? Double.NaN : slice.p90() / perMessage;
      case P99 -> slice.count() < SAMPLES_FOR_P99 ? Double.NaN : slice.p99() / perMessage;
      case P999 -> slice.count() < SAMPLES_FOR_P999 ? Double.NaN : slice.p999() / perMessage;
      case MEGABYTES -> megabytes(workload, slice);
      case TOTAL_MEGABYTES ->
          slice.sent() == 0
              ? Double.NaN
              : slice.sent() * slice.count() / slice.elapsedNanos() * MEGABYTES_PER_SECOND;
      case CPU_SHARE -> PERCENT * slice.cpuNanos() / slice.elapsedNanos();
      case CPU -> slice.cpuNanos() / perMessage / slice.count();
      case MEMORY -> slice.memory() / BYTES_PER_MEBIBYTE;
      case OPERATIONS -> slice.count() * NANOS_PER_SECOND / slice.elapsedNanos();
    };
  }

  private static double megabytes(Workload workload, Slice slice) {
    double bytes = (double) workload.bytes() * workload.messages() * slice.count();
    return workload.bytes() == 0 ? Double.NaN : bytes / slice.elapsedNanos() * MEGABYTES_PER_SECOND;
  }

  /** How many times better than the baseline: above 1 is faster. */
  double speedup(double baseline, double challenger) {
    return lowerIsBetter ? baseline / challenger : challenger / baseline;
  }
}
