package jfs.bench.docs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfs.bench.stats.Median;
import jfs.bench.svg.LogAxis;
import jfs.bench.svg.Mark;
import jfs.bench.svg.Svg;

/**
 * All ratios of JFS to the JDK on one scale: a row for each suite and figure, a mark a workload.
 */
final class GainsAndLosses {

  private static final int WIDTH = 860;
  private static final double LEFT = 270;
  private static final double RIGHT = 840;
  private static final double TOP = 86;
  private static final double ROW = 17;
  private static final double BELOW = 44;
  private static final double ROOM = 1.15;

  private GainsAndLosses() {}

  static String of(List<Result> results) {
    List<Map.Entry<String, List<Comparison>>> rows = rows(results);
    double bottom = TOP + ROW * rows.size();
    Svg svg = new Svg(WIDTH, (int) (bottom + BELOW), "All ratios of JFS to the JDK");
    svg.text("heading", Svg.Anchor.START, 20, 26, "What JFS gains and loses, in all suites");
    legend(svg);
    LogAxis x = axis(results);
    svg.rectangle("slower", LEFT, TOP - 4, x.at(1) - LEFT, bottom - TOP + 4);
    for (double tick : x.ticks()) {
      svg.line("grid", x.at(tick), TOP - 4, x.at(tick), bottom);
      String label = tick >= 1 ? String.valueOf((int) tick) : String.valueOf(tick);
      svg.text("muted", Svg.Anchor.MIDDLE, x.at(tick), bottom + 16, label);
    }
    svg.line("one", x.at(1), TOP - 4, x.at(1), bottom);
    svg.text(
        "muted",
        Svg.Anchor.MIDDLE,
        (LEFT + RIGHT) / 2,
        bottom + 34,
        "times as fast as the JDK's sockets (times, CPU and memory: times as little)");
    for (int i = 0; i < rows.size(); i++) {
      double y = TOP + ROW * (i + 0.5);
      svg.text("ink", Svg.Anchor.END, LEFT - 10, y + 4, rows.get(i).getKey());
      for (Comparison comparison : rows.get(i).getValue()) {
        draw(svg, x, y, comparison);
      }
    }
    return svg.toString();
  }

  /** The figures of a suite in which it gains most come first, those in which it loses last. */
  private static List<Map.Entry<String, List<Comparison>>> rows(List<Result> results) {
    Map<String, List<Comparison>> rows = new LinkedHashMap<>();
    for (Result result : results) {
      for (Comparison one : Comparison.of(result)) {
        rows.computeIfAbsent(one.series(), name -> new ArrayList<>()).add(one);
      }
    }
    Comparator<Map.Entry<String, List<Comparison>>> byMedian =
        Comparator.comparingDouble(row -> median(row.getValue()));
    return rows.entrySet().stream().sorted(byMedian.reversed()).toList();
  }

  private static double median(List<Comparison> row) {
    return Median.of(row.stream().mapToDouble(one -> one.ratio().median()).toArray());
  }

  private static LogAxis axis(List<Result> results) {
    double least = 1;
    double most = 1;
    for (Result result : results) {
      for (Comparison one : Comparison.of(result)) {
        least = Math.min(least, one.ratio().median());
        most = Math.max(most, one.ratio().median());
      }
    }
    return new LogAxis(least / ROOM, most * ROOM, LEFT, RIGHT);
  }

  private static void draw(Svg svg, LogAxis x, double y, Comparison one) {
    Svg.Point at = new Svg.Point(x.at(one.ratio().median()), y);
    svg.mark(style(one), one.ratio().isLoss() ? Mark.DIAMOND : Mark.DOT, at, tip(one));
  }

  private static String style(Comparison one) {
    return one.ratio().isLoss() ? "f-loss" : one.ratio().isGain() ? "f-jfs" : "f-none";
  }

  private static String tip(Comparison one) {
    return one.title() + ": " + one.ratio();
  }

  private static void legend(Svg svg) {
    svg.mark("f-jfs", Mark.DOT, new Svg.Point(26, 50), "gain");
    svg.text("muted", Svg.Anchor.START, 36, 54, "faster: the whole 95 % interval above 1");
    svg.mark("f-none", Mark.DOT, new Svg.Point(300, 50), "none shown");
    svg.text("muted", Svg.Anchor.START, 310, 54, "no difference shown");
    svg.mark("f-loss", Mark.DIAMOND, new Svg.Point(456, 50), "loss");
    svg.text(
        "muted", Svg.Anchor.START, 468, 54, "slower, or more taken: the whole interval below 1");
  }
}
