package jfs.bench.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.SizeFamilies;
import jfs.bench.svg.LogAxis;
import jfs.bench.svg.Look;
import jfs.bench.svg.Mark;
import jfs.bench.svg.SizePlot;
import jfs.bench.svg.Svg;

/**
 * One image for those in a hurry: what a message gains, by its size, and on the same scale where
 * JFS loses.
 */
final class Headline {

  private static final int WIDTH = 860;
  private static final int HEIGHT = 400;
  private static final double LEFT = 74;
  private static final double RIGHT = 410;
  private static final double LOSSES = 610;
  private static final double END = 850;
  private static final double TOP = 76;
  private static final double BOTTOM = 310;
  private static final int MOST_LOSSES = 3;

  /** More than the data need, at both ends: for the numbers below marks, and for a mark. */
  private static final double ROOM_BELOW = 1.9;

  private static final double ROOM_ABOVE = 1.25;

  /** By the names of the results with these placements. */
  private static final Map<String, Look> PLACEMENTS = new LinkedHashMap<>();

  private static final Map<String, String> NAMES =
      Map.of(
          "pingpong-two", "a processor for each JVM",
          "pingpong", "not pinned",
          "pingpong-one", "both JVMs on one");

  static {
    PLACEMENTS.put("pingpong-two", new Look("jfs", ""));
    PLACEMENTS.put("pingpong", new Look("jfs", "6 4"));
    PLACEMENTS.put("pingpong-one", new Look("jfs", "2 3"));
  }

  private Headline() {}

  static String of(List<Result> results) {
    List<SizePlot.Line> lines = lines(results);
    List<Comparison> losses = losses(results);
    Svg svg = new Svg(WIDTH, HEIGHT, "JFS compared with the JDK's own sockets");
    LogAxis y = axis(lines, losses);
    svg.text(
        "heading",
        Svg.Anchor.START,
        LEFT - 50,
        26,
        "JFS compared with the JDK's own sockets: how many times as fast");
    svg.text(
        "muted",
        Svg.Anchor.START,
        LEFT - 50,
        44,
        "Half a round trip (p50), by message size; bars are 95 % intervals");
    svg.text("muted", Svg.Anchor.START, LOSSES, 44, "Where JFS loses, on the same scale");
    svg.rectangle("slower", LEFT, y.at(1), RIGHT - LEFT, BOTTOM - y.at(1));
    svg.rectangle("slower", LOSSES, y.at(1), END - LOSSES, BOTTOM - y.at(1));
    SizePlot.yAxis(svg, y, LEFT, RIGHT, "times as fast as the JDK", Headline::tick);
    SizePlot plot = new SizePlot(lines, LEFT, RIGHT, y);
    plot.xAxis(svg, "bytes a message");
    svg.line("one", LEFT, y.at(1), RIGHT, y.at(1));
    svg.text("muted", Svg.Anchor.START, LEFT + 8, y.at(1) + 16, "slower than the JDK");
    plot.draw(svg, value -> Numbers.ratio(value) + "×");
    drawLosses(svg, y, losses);
    return svg.toString();
  }

  private static List<SizePlot.Line> lines(List<Result> results) {
    List<SizePlot.Line> lines = new ArrayList<>();
    PLACEMENTS.forEach(
        (name, look) ->
            results.stream()
                .filter(result -> result.name().equals(name))
                .map(result -> new SizePlot.Line(NAMES.get(name), look, ratios(result.report())))
                .filter(line -> !line.figures().isEmpty())
                .forEach(lines::add));
    return lines;
  }

  private static List<SizePlot.At> ratios(Report report) {
    List<SizePlot.At> ratios = new ArrayList<>();
    for (String workload : SizeFamilies.of(report).getOrDefault("", List.of())) {
      report
          .row(workload, Result.JFS)
          .ifPresent(
              row ->
                  row.speedup(Figure.P50)
                      .ifPresent(
                          ratio ->
                              ratios.add(
                                  new SizePlot.At(
                                      row.bytes(), ratio.median(), low(ratio), high(ratio)))));
    }
    return ratios;
  }

  /**
   * The worst of each suite, so that no suite stands for all; of what the lines are of; not of the
   * lab.
   */
  private static List<Comparison> losses(List<Result> results) {
    Map<String, Comparison> worst = new LinkedHashMap<>();
    for (Result result : results) {
      for (Comparison loss : result.isLab() ? List.<Comparison>of() : Comparison.losses(result)) {
        if (loss.isOfMainVariant()) {
          worst.merge(result.report().suite(), loss, BinaryOperator.minBy(Comparison.BY_RATIO));
        }
      }
    }
    return worst.values().stream().sorted(Comparison.BY_RATIO).limit(MOST_LOSSES).toList();
  }

  private static LogAxis axis(List<SizePlot.Line> lines, List<Comparison> losses) {
    double least = 1;
    double most = 1;
    for (SizePlot.Line line : lines) {
      for (SizePlot.At figure : line.figures()) {
        least = Math.min(least, figure.low());
        most = Math.max(most, figure.high());
      }
    }
    for (Comparison loss : losses) {
      least = Math.min(least, low(loss.ratio()));
    }
    return new LogAxis(least / ROOM_BELOW, most * ROOM_ABOVE, BOTTOM, TOP);
  }

  private static void drawLosses(Svg svg, LogAxis y, List<Comparison> losses) {
    for (double tick : y.ticks()) {
      svg.line("grid", LOSSES, y.at(tick), END, y.at(tick));
    }
    svg.line("one", LOSSES, y.at(1), END, y.at(1));
    svg.line("axis", LOSSES, BOTTOM, END, BOTTOM);
    double step = (END - LOSSES) / Math.max(1, losses.size());
    for (int i = 0; i < losses.size(); i++) {
      Comparison loss = losses.get(i);
      double x = LOSSES + step * (i + 0.5);
      double at = y.at(loss.ratio().median());
      svg.line("l-loss", x, y.at(low(loss.ratio())), x, y.at(high(loss.ratio())));
      svg.mark("f-loss", Mark.DIAMOND, new Svg.Point(x, at), loss.title() + ": " + loss.ratio());
      svg.text(
          "f-loss",
          Svg.Anchor.MIDDLE,
          x,
          Math.max(at + 4, y.at(low(loss.ratio()))) + 16,
          Numbers.ratio(loss.ratio().median()) + "×" + (loss.result().isDisturbed() ? "*" : ""));
      List<String> words = words(loss);
      for (int line = 0; line < words.size(); line++) {
        svg.text("muted", Svg.Anchor.MIDDLE, x, BOTTOM + 18 + 16 * line, words.get(line));
      }
    }
    if (losses.stream().anyMatch(loss -> loss.result().isDisturbed())) {
      svg.text(
          "muted",
          Svg.Anchor.END,
          END,
          HEIGHT - 14,
          "* measured while the machine was busy with other things");
    }
  }

  /** What is lost, by which workload, and of which suite if that says more. */
  private static List<String> words(Comparison loss) {
    String workload = loss.row().workload();
    String suite = loss.result().name();
    List<String> words = new ArrayList<>();
    words.add(
        switch (loss.figure()) {
          case MEMORY -> "memory";
          case P50, P90, P99, P999, MEAN -> loss.figure().label().replace("µs", "time");
          default -> loss.figure().label();
        });
    words.add(workload);
    if (!workload.equals(suite)) {
      words.add("(" + suite + ")");
    }
    return words;
  }

  private static double low(Ratio ratio) {
    return ratio.hasInterval() ? ratio.low() : ratio.median();
  }

  private static double high(Ratio ratio) {
    return ratio.hasInterval() ? ratio.high() : ratio.median();
  }

  private static String tick(double value) {
    return value >= 1 ? String.valueOf((int) value) : String.valueOf(value);
  }
}
