package jfs.bench.docs;

import java.util.ArrayList;
import java.util.List;
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
    return ofLoad(report).or(() -> ofPace(report));
  }

  /** Why it is not shown that it was quiet, in a line each; none if both checks were passed. */
  static List<String> doubts(Result result) {
    List<String> doubts = new ArrayList<>();
    ofLoad(result.report()).ifPresent(doubts::add);
    if (result.isLab()) {
      doubts.add("measured in a guest, which does not see what else its host did");
    }
    ofPace(result.report()).ifPresent(doubts::add);
    if (Double.isNaN(spread(result.report()))) {
      doubts.add("no warm-up, or one too short, so no pace of the JDK's to check");
    }
    return doubts;
  }

  private static Optional<String> ofLoad(Report report) {
    MachineLoad load = report.load();
    if (load == null) {
      return Optional.of("it is not known what else the machine did");
    }
    if (load.others() > MachineLoad.BUSY) {
      return Optional.of(
          "other programs took "
              + MachineLoad.share(load.others())
              + " of a CPU, more than "
              + limit());
    }
    if (load.host() > MachineLoad.BUSY) {
      return Optional.of(
          "the host of this machine took "
              + MachineLoad.share(load.host())
              + " of a CPU, more than "
              + limit());
    }
    if (report.isOld()) {
      return Optional.of(
          "what other programs took is not known: interrupts were left out of the count");
    }
    return load.isKnown()
        ? Optional.empty()
        : Optional.of(
            "what other programs took is not known: "
                + MachineLoad.share(load.others())
                + " of a CPU came out");
  }

  private static Optional<String> ofPace(Report report) {
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
    return MachineLoad.share(MachineLoad.BUSY);
  }
}
