package jfs.bench.compare;

import java.util.List;
import java.util.function.DoubleFunction;
import jfs.bench.report.Table;
import jfs.bench.result.BadReportException;
import jfs.bench.result.Numbers;
import jfs.bench.result.Report;

/**
 * Two runs of a suite, compared.
 *
 * @param text for a person to read
 * @param isRegression whether the second is shown to be worse than the first
 */
public record Comparing(String text, boolean isRegression) {

  private static final List<String> HEADERS =
      List.of("workload", "variant", "figure", "A", "B", "change", "95 % interval", "");

  /**
   * Compares two runs.
   *
   * @param tolerance how many percent of a speed-up to the JDK may be lost without a regression
   * @throws BadReportException if they cannot be compared
   */
  public static Comparing of(Report before, Report after, double tolerance)
      throws BadReportException {
    if (!before.suite().equals(after.suite())) {
      throw new BadReportException(
          "A is of the suite " + before.suite() + ", B of " + after.suite() + ": not comparable");
    }
    requireSlices("A", before);
    requireSlices("B", after);
    Findings findings = new Findings(before, after);
    List<Finding> speedups = findings.ofSpeedups();
    if (speedups.isEmpty()) {
      throw new BadReportException("A and B have nothing in common that is compared with the JDK");
    }
    StringBuilder text = new StringBuilder();
    Warnings.of(before, after).forEach(line -> text.append("WARNING: " + line + "\n"));
    text.append("Speed-ups to the JDK (a change above 1: B is better):\n");
    text.append(table(speedups, Numbers::ratio)).append('\n');
    text.append("The figures themselves, with the machine's own pace in them:\n");
    text.append(table(findings.ofFigures(), Numbers::of)).append('\n');
    Summary summary = new Summary(speedups, tolerance);
    text.append(summary.text());
    return new Comparing(text.toString(), summary.isRegression());
  }

  private static void requireSlices(String name, Report run) throws BadReportException {
    if (run.rows().stream().allMatch(row -> row.forks().isEmpty())) {
      throw new BadReportException(
          name + " is a compact file without slices: compare what --json has written");
    }
  }

  private static Table table(List<Finding> findings, DoubleFunction<String> print) {
    Table table = new Table(3, HEADERS);
    for (Finding finding : findings) {
      Change change = finding.change();
      table.add(
          List.of(
              finding.workload(),
              finding.variant(),
              finding.figure().label(),
              print.apply(finding.before()),
              print.apply(finding.after()),
              Numbers.ratio(change.ratio()),
              Numbers.range(change.low(), change.high()),
              change.verdict().words));
    }
    return table;
  }
}
