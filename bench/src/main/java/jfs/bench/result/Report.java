package jfs.bench.result;

import com.google.gson.annotations.SerializedName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a suite.
 *
 * @param format {@link #FORMAT}, or {@link #OLD_FORMAT}
 * @param suite its name on the command line
 * @param conditions under which it ran
 * @param load what else the machine did; null if not known
 * @param cpuStepNanos the coarsest step seen of the clock that CPU times were read from
 * @param skipped variants that could not be run, and why
 * @param transports what carried each variant's connections, for every fork
 * @param rows by workload and variant
 */
public record Report(
    int format,
    String suite,
    Map<String, String> conditions,
    MachineLoad load,
    Effort effort,
    @SerializedName("cpu_clock_step_ns") long cpuStepNanos,
    Map<String, String> skipped,
    Map<String, List<Ends>> transports,
    List<Row> rows) {

  /** The first one had no number. */
  public static final int FORMAT = 3;

  /**
   * Has the same fields, and not the same meaning: interrupts were not counted to what other
   * programs took ({@link MachineLoad#others}), and in times at a pace Netty's timer was late.
   */
  public static final int OLD_FORMAT = 2;

  /** What all others are compared with. */
  public static final String JDK = "jdk";

  /** Whether it was measured as {@link #OLD_FORMAT} says. */
  public boolean isOld() {
    return format == OLD_FORMAT;
  }

  public List<String> workloads() {
    return rows.stream().map(Row::workload).distinct().toList();
  }

  public List<String> variants() {
    return rows.stream().map(Row::variant).distinct().toList();
  }

  /** The variants that are compared with the JDK. */
  public List<String> challengers() {
    return variants().stream().filter(variant -> !variant.equals(JDK)).toList();
  }

  /** All kinds of figures that are known for any row. */
  public List<Figure> figures() {
    return Arrays.stream(Figure.values())
        .filter(figure -> rows.stream().anyMatch(row -> row.figures().containsKey(figure)))
        .toList();
  }

  /** All figures that any variant is judged by. */
  public List<Figure> compared() {
    return rows.stream().flatMap(row -> row.compared().stream()).distinct().toList();
  }

  public Optional<Row> row(String workload, String variant) {
    return rows.stream()
        .filter(row -> row.workload().equals(workload) && row.variant().equals(variant))
        .findFirst();
  }

  /** A figure of a row; NaN if there is none. */
  public double figure(String workload, String variant, Figure figure) {
    return row(workload, variant).map(row -> row.figure(figure)).orElse(Double.NaN);
  }
}
