package jfs.bench.html;

import com.google.gson.Gson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfs.bench.result.Figure;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.Row;
import jfs.bench.result.SizeFamilies;

/**
 * What the page's script plots, in its own names. The single rounds are left out: they are most of
 * a file.
 */
record PlotData(
    List<String> variants,
    List<Kind> figures,
    List<String> compared,
    List<Work> workloads,
    List<Family> families) {

  /** A kind of figure. */
  record Kind(String key, String label, boolean percentile) {}

  /** A workload with a cell for each variant, null where it was not run. */
  record Work(String label, long bytes, List<Cell> cells) {}

  /** Figures and speed-ups by their keys; a speed-up is its median and the ends of its interval. */
  record Cell(Map<String, Double> figures, Map<String, List<Double>> speedups) {

    static Cell of(Row row) {
      Map<String, Double> figures = new LinkedHashMap<>();
      row.figures().forEach((figure, value) -> figures.put(figure.key(), value));
      Map<String, List<Double>> speedups = new LinkedHashMap<>();
      row.speedups().forEach((figure, ratio) -> speedups.put(figure.key(), ends(ratio)));
      return new Cell(figures, speedups);
    }

    private static List<Double> ends(Ratio ratio) {
      return Arrays.asList(ratio.median(), ratio.low(), ratio.high()); // may have nulls
    }
  }

  /** Workloads, by their numbers, that are one thing done with messages of several sizes. */
  record Family(String name, List<Integer> workloads) {}

  /** JSON that can stand in a script element: as Gson writes it, it has no {@code <}. */
  static String of(Report report) {
    List<String> labels = report.workloads();
    List<Family> families = new ArrayList<>();
    SizeFamilies.of(report)
        .forEach(
            (name, members) ->
                families.add(new Family(name, members.stream().map(labels::indexOf).toList())));
    PlotData data =
        new PlotData(
            report.variants(),
            report.figures().stream().map(PlotData::kind).toList(),
            report.compared().stream().map(Figure::key).toList(),
            labels.stream().map(label -> work(report, label)).toList(),
            families);
    return new Gson().newBuilder().serializeNulls().create().toJson(data);
  }

  private static Kind kind(Figure figure) {
    return new Kind(figure.key(), figure.label(), figure.isPercentile());
  }

  private static Work work(Report report, String label) {
    List<Cell> cells = new ArrayList<>();
    long bytes = 0;
    for (String variant : report.variants()) {
      Row row = report.row(label, variant).orElse(null);
      bytes = row == null ? bytes : row.bytes();
      cells.add(row == null ? null : Cell.of(row));
    }
    return new Work(label, bytes, cells);
  }
}
