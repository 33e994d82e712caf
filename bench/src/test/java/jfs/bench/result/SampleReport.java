package jfs.bench.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import jfs.bench.stats.Median;

/** Makes reports such as the suites make. */
public final class SampleReport {

  /** The time that a round takes for a variant. */
  public interface Pace {
    double nanos(String variant);
  }

  private static final int COUNT = 999;

  private final String suite;
  private final Map<String, String> conditions = new LinkedHashMap<>();
  private final Map<String, List<Ends>> transports = new LinkedHashMap<>();
  private final Map<String, String> skipped = new LinkedHashMap<>();
  private final List<Row> rows = new ArrayList<>();
  private final SplittableRandom random;
  private Map<Figure, Ratio> speedups = Map.of(Figure.P50, new Ratio(1.5, 1.25, 1.75, 1, 2));
  private MachineLoad load = new MachineLoad(0, 0.01);
  private int forks = 5;
  private int rounds = 20;
  private double noise = 0.02;
  private double spread = 1;
  private int format = Report.FORMAT;

  public SampleReport(String suite, long seed) {
    this.suite = suite;
    random = new SplittableRandom(seed);
    condition("date", "2026-11-22T16:00:00Z");
    condition("CPU", "Z80");
  }

  public SampleReport condition(String name, String value) {
    conditions.put(name, value);
    return this;
  }

  public SampleReport transport(String variant, String client, String server) {
    transports.put(variant, List.of(new Ends(client, server)));
    return this;
  }

  public SampleReport skipped(String variant, String reason) {
    skipped.put(variant, reason);
    return this;
  }

  /** How much is measured from here on, and how much rounds differ. */
  public SampleReport effort(int newForks, int newRounds, double newNoise) {
    forks = newForks;
    rounds = newRounds;
    noise = newNoise;
    return this;
  }

  /** What else the machine did; null if not known. */
  public SampleReport load(MachineLoad newLoad) {
    load = newLoad;
    return this;
  }

  /** As it was written before. */
  public SampleReport old() {
    format = Report.OLD_FORMAT;
    return this;
  }

  /** How steady the pace was after the warm-up, from here on. */
  public SampleReport spread(double newSpread) {
    spread = newSpread;
    return this;
  }

  /** What the variants are said to gain, from here on. */
  public SampleReport speedups(Map<Figure, Ratio> newSpeedups) {
    speedups = newSpeedups;
    return this;
  }

  /** A row for each variant. */
  public SampleReport workload(String label, long bytes, Pace pace, String... variants) {
    for (String variant : variants) {
      rows.add(row(label, bytes, variant, pace.nanos(variant)));
    }
    return this;
  }

  private Row row(String label, long bytes, String variant, double nanos) {
    boolean isJdk = variant.equals(Report.JDK);
    List<List<Slice>> all = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    List<Double> warmups = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      List<Slice> slices = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        double time = nanos * random.nextDouble(1 - noise, 1 + noise);
        times.add(time);
        long elapsed = Math.max(1, Math.round(time * COUNT));
        slices.add(new Slice(COUNT, elapsed, time, time, 2 * time, 3 * time, 0, 0));
      }
      all.add(slices);
      warmups.add(spread);
    }
    double median = Median.of(times.stream().mapToDouble(Double::doubleValue).toArray());
    Map<Figure, Double> figures = new LinkedHashMap<>();
    figures.put(Figure.P50, median / 1e3);
    figures.put(Figure.P99, median / 1e3 * 2);
    figures.put(Figure.OPERATIONS, 1e9 / median);
    return new Row(
        label,
        bytes,
        1,
        variant,
        figures,
        isJdk ? Map.of() : speedups,
        isJdk ? List.of() : List.of(Figure.P50, Figure.OPERATIONS),
        noise,
        warmups,
        all);
  }

  public Report report() {
    return new Report(
        format,
        suite,
        conditions,
        load,
        new Effort(forks, 0),
        10_000_000,
        skipped,
        transports,
        rows);
  }

  /** As it is in a file. */
  public String text() {
    return ReportFile.text(report());
  }
}
