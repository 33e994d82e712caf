package jfs.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import jfs.bench.result.Ends;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** What a run of the demo comes to, in three sentences with its own numbers. */
public final class Demo {

  private static final String JFS = "jfs";

  /** A call of which the most is not sending. */
  private static final String TREE = "tree";

  /** What is gained less is not worth mentioning. */
  private static final double WORTH_IT = 1.1;

  private Demo() {}

  /** Empty where JFS was not compared with the JDK. */
  public static String sentences(Report report) {
    List<Row> calls =
        report.rows().stream()
            .filter(row -> row.variant().equals(JFS) && row.speedup(Figure.P50).isPresent())
            .sorted(Comparator.comparingDouble(Demo::ratio).reversed())
            .toList();
    return calls.isEmpty()
        ? ""
        : String.join(
            "\n", measured(report, calls), gained(report, calls), notGained(calls) + "\n");
  }

  private static String measured(Report report, List<Row> calls) {
    int rounds = calls.get(0).forks().stream().mapToInt(List::size).sum();
    String carried =
        report.transports().getOrDefault(JFS, List.of()).stream()
            .map(Ends::client)
            .distinct()
            .collect(Collectors.joining(" or "));
    return "Measured: "
        + calls.size()
        + " kinds of RMI call between two JVMs of an unmodified program, in turn with the JDK's"
        + " sockets and with JFS, "
        + rounds
        + " rounds of each in "
        + (report.effort().forks() == 1 ? "one set" : report.effort().forks() + " sets")
        + " of JVMs; JFS carried the client's connections by "
        + carried
        + ".";
  }

  private static String gained(Report report, List<Row> calls) {
    String gains =
        calls.stream()
            .filter(Demo::isWorthIt)
            .map(row -> row.workload() + " " + times(row) + " " + change(report, row))
            .collect(Collectors.joining(", "));
    return gains.isEmpty()
        ? "Gained: nothing that this run shows."
        : "Gained: " + gains + "; these are medians of a call's time.";
  }

  private static String notGained(List<Row> calls) {
    List<Row> without = calls.stream().filter(row -> !isWorthIt(row)).toList();
    Row least = calls.get(calls.size() - 1);
    String text =
        without.isEmpty()
            ? "Not gained: nothing, for each call gained here; the least did "
                + least.workload()
                + ", "
                + times(least)
            : "Not gained: "
                + without.stream().map(Demo::ratioTo).collect(Collectors.joining(", "))
                + " the JDK's speed (95 % interval)";
    return text
        + (least.workload().startsWith(TREE)
            ? "; most of its time goes into object streams, which no socket makes faster."
            : ".");
  }

  private static String ratioTo(Row row) {
    return row.workload() + " at " + row.speedups().get(Figure.P50);
  }

  /** Nothing is claimed that the run cannot tell from noise. */
  private static boolean isWorthIt(Row row) {
    Ratio ratio = row.speedups().get(Figure.P50);
    return ratio.median() >= WORTH_IT && (!ratio.hasInterval() || ratio.isGain());
  }

  private static double ratio(Row row) {
    return row.speedups().get(Figure.P50).median();
  }

  private static String times(Row row) {
    return String.format(Locale.ROOT, "%.1f times as fast", ratio(row));
  }

  private static String change(Report report, Row row) {
    return "("
        + Numbers.of(report.figure(row.workload(), Report.JDK, Figure.P50))
        + " to "
        + Numbers.of(row.figure(Figure.P50))
        + " µs)";
  }
}
