package jfs.bench.result;

/**
 * Computes figures of slices.
 *
 * @param bytes payload that one operation moves in one direction; 0 where a rate says nothing
 * @param messages messages of that payload in one operation: 2 for an echo
 */
public record Measure(long bytes, int messages) {

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

  /** The figure; NaN where there is none. */
  public double of(Figure figure, Slice slice) {
    double perMessage = NANOS_PER_MICRO * messages;
    return switch (figure) {
      case MEAN -> slice.elapsedNanos() / (double) slice.count() / perMessage;
      case P50 -> slice.p50() / perMessage;
      case P90 -> slice.count() < SAMPLES_FOR_P90 ? Double.NaN : slice.p90() / perMessage;
      case P99 -> slice.count() < SAMPLES_FOR_P99 ? Double.NaN : slice.p99() / perMessage;
      case P999 -> slice.count() < SAMPLES_FOR_P999 ? Double.NaN : slice.p999() / perMessage;
      case MEGABYTES -> megabytes(slice);
      case TOTAL_MEGABYTES ->
          slice.sent() == 0
              ? Double.NaN
              : slice.sent() * slice.count() / slice.elapsedNanos() * MEGABYTES_PER_SECOND;
      case CPU_SHARE -> PERCENT * slice.cpuNanos() / slice.elapsedNanos();
      case CPU -> slice.cpuNanos() / perMessage / slice.count();
      case MEMORY -> slice.memory() / BYTES_PER_MEBIBYTE;
      case OPERATIONS -> slice.count() * NANOS_PER_SECOND / slice.elapsedNanos();
      case CPU_OF_MESSAGE -> Double.NaN; // of all slices together only
    };
  }

  private double megabytes(Slice slice) {
    double moved = (double) bytes * messages * slice.count();
    return bytes == 0 ? Double.NaN : moved / slice.elapsedNanos() * MEGABYTES_PER_SECOND;
  }
}
