package jfs.bench.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Report;
import jfs.bench.result.SizeFamilies;
import jfs.bench.svg.LogAxis;
import jfs.bench.svg.Look;
import jfs.bench.svg.SizePlot;
import jfs.bench.svg.Svg;

/** A figure by message size, of all variants that were measured side by side. */
final class VariantPlot {

  private static final int WIDTH = 860;
  private static final int HEIGHT = 460;
  private static final double LEFT = 84;
  private static final double RIGHT = 720;
  private static final double TOP = 60;
  private static final double BOTTOM = 400;
  private static final double ROOM = 1.3;
  private static final double MICROS_PER_MILLI = 1000;

  private VariantPlot() {}

  /** Times of half a round trip. */
  static String ofLatency(Report report) {
    return of(
        report,
        "",
        Figure.P50,
        "Half a round trip by message size (lower is better)",
        "time, p50",
        VariantPlot::time);
  }

  /** Rates of a stream. */
  static String ofThroughput(Report report) {
    return of(
        report,
        "stream",
        Figure.MEGABYTES,
        "One-way stream by message size (higher is better)",
        "rate, MB/s",
        VariantPlot::plain);
  }

  private static String of(
      Report report,
      String family,
      Figure figure,
      String title,
      String unit,
      DoubleFunction<String> print) {
    List<SizePlot.Line> lines = new ArrayList<>();
    List<String> workloads = SizeFamilies.of(report).getOrDefault(family, List.of());
    for (String variant : report.variants()) {
      List<SizePlot.At> figures = new ArrayList<>();
      for (String workload : workloads) {
        report
            .row(workload, variant)
            .filter(row -> row.figures().containsKey(figure))
            .ifPresent(
                row -> {
                  double value = row.figure(figure);
                  figures.add(new SizePlot.At(row.bytes(), value, value, value));
                });
      }
      if (!figures.isEmpty()) {
        lines.add(new SizePlot.Line(variant, Look.of(variant), figures));
      }
    }
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    svg.text("heading", Svg.Anchor.START, LEFT - 56, 26, title);
    svg.text(
        "muted",
        Svg.Anchor.START,
        LEFT - 56,
        44,
        report.conditions().getOrDefault("placement", "")
            + "; medians of rounds that all variants ran in turn");
    LogAxis y = axis(lines);
    SizePlot.yAxis(svg, y, LEFT, RIGHT, unit, print);
    SizePlot plot = new SizePlot(lines, LEFT, RIGHT, y);
    plot.xAxis(svg, "bytes a message");
    plot.draw(svg, print);
    return svg.toString();
  }

  private static LogAxis axis(List<SizePlot.Line> lines) {
    double least = Double.MAX_VALUE;
    double most = Double.MIN_VALUE;
    for (SizePlot.Line line : lines) {
      for (SizePlot.At figure : line.figures()) {
        least = Math.min(least, figure.value());
        most = Math.max(most, figure.value());
      }
    }
    return new LogAxis(least / ROOM, most * ROOM, BOTTOM, TOP);
  }

  private static String time(double micros) {
    return micros < 1
        ? plain(micros * MICROS_PER_MILLI) + " ns"
        : micros < MICROS_PER_MILLI
            ? plain(micros) + " µs"
            : plain(micros / MICROS_PER_MILLI) + " ms";
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : Numbers.of(value);
  }
}
