package jfs.bench.docs;

import java.util.Locale;
import java.util.Optional;
import jfs.bench.result.MachineLoad;
import jfs.bench.result.Report;
import jfs.bench.result.Row;
import jfs.bench.stats.Median;

/** Whether the machine did nothing else while something was measured: else it is not published. */
final class Quiet {

  /**
   * How many times as long a slice of the JDK's may take as another one at the end of its warm-up,
   * in the median of all workloads. The JDK's programs alone count: a pace that JFS makes unsteady
   * is a finding, not a busy machine. And generous, since with many threads slices differ on a
   * quiet machine too.
   */
  static final double UNSTEADY = 3;

  private Quiet() {}

  /** On which measure it was busy, in a line; empty if it was quiet. */
  static Optional<String> refusal(Report report) {
    MachineLoad load = report.load();
    if (load == null) {
      return Optional.of("it is not known what else the machine did");
    }
    if (load.others() > MachineLoad.BUSY) {
      return Optional.of(
          "other programs took " + share(load.others()) + " of a CPU, more than " + limit());
    }
    if (load.host() > MachineLoad.BUSY) {
      return Optional.of(
          "the host of this machine took "
              + share(load.host())
              + " of a CPU, more than "
              + limit());
    }
    double spread = spread(report);
    return spread > UNSTEADY
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "the JDK's own pace at the end of its warm-up was not steady: slices took up to"
                    + " %.1f times as long as others (in the median), more than %.1f",
                spread,
                UNSTEADY))
        : Optional.empty();
  }

  /** NaN if there is none. */
  private static double spread(Report report) {
    return Median.of(
        report.rows().stream()
            .filter(Row::isJdk)
            .flatMap(row -> row.warmups().stream())
            .filter(spread -> spread > 0)
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  private static String limit() {
    return share(MachineLoad.BUSY);
  }

  private static String share(double ofOne) {
    return String.format(Locale.ROOT, "%.2f", ofOne);
  }
}
