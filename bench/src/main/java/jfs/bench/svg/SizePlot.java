package jfs.bench.svg;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.DoubleFunction;

/** Lines over the size of a message, both axes logarithmic: a part of an image. */
public final class SizePlot {

  private static final double TICK_GAP = 8;
  private static final double LABEL_GAP = 18;
  private static final double LETTER = 4;

  /** A figure at a size, and the ends of its interval, which are the figure where there is none. */
  public record At(long bytes, double value, double low, double high) {}

  /** The figures of one name, by rising sizes. */
  public record Line(String name, Look look, List<At> figures) {}

  private final List<Line> lines;
  private final LogAxis x;
  private final LogAxis y;
  private final TreeSet<Long> sizes = new TreeSet<>();

  /**
   * A plot.
   *
   * @param left the pixel of the least size
   * @param right the pixel of the greatest
   */
  public SizePlot(List<Line> lines, double left, double right, LogAxis y) {
    this.lines = lines;
    this.y = y;
    lines.forEach(line -> line.figures.forEach(figure -> sizes.add(figure.bytes)));
    x = new LogAxis((double) sizes.first(), (double) sizes.last(), left, right);
  }

  /** The horizontal lines and the numbers beside them, which are left of a pixel. */
  public static void yAxis(
      Svg svg, LogAxis y, double left, double right, String name, DoubleFunction<String> print) {
    for (double tick : y.ticks()) {
      svg.line("grid", left, y.at(tick), right, y.at(tick));
      svg.text("muted", Svg.Anchor.END, left - TICK_GAP, y.at(tick) + LETTER, print.apply(tick));
    }
    svg.upwards("muted", left - 60, (y.start() + y.end()) / 2, name);
  }

  /** The sizes below the plot. */
  public void xAxis(Svg svg, String name) {
    double bottom = Math.max(y.start(), y.end());
    for (long size : sizes) {
      double at = x.at((double) size);
      svg.line("axis", at, bottom, at, bottom + 4);
      svg.text("muted", Svg.Anchor.MIDDLE, at, bottom + LABEL_GAP, bytes(size));
    }
    svg.line("axis", x.start(), bottom, x.end(), bottom);
    svg.text("muted", Svg.Anchor.MIDDLE, (x.start() + x.end()) / 2, bottom + 2 * LABEL_GAP, name);
  }

  /** The lines with their names right of them. */
  public void draw(Svg svg, DoubleFunction<String> print) {
    Labels labels = new Labels();
    for (Line line : lines) {
      List<Svg.Point> points = new ArrayList<>();
      for (At figure : line.figures) {
        double at = x.at((double) figure.bytes);
        points.add(new Svg.Point(at, y.at(figure.value)));
        if (figure.low < figure.high) {
          svg.line("l-bar", at, y.at(figure.low), at, y.at(figure.high));
        }
      }
      svg.curve(line.look.line(), line.look.dashes(), points);
      for (int i = 0; i < points.size(); i++) {
        At figure = line.figures.get(i);
        String tip = line.name + ", " + bytes(figure.bytes) + ": " + print.apply(figure.value);
        svg.mark(line.look.fill(), Mark.DOT, points.get(i), tip);
      }
      labels.add(line.look, line.name, points.get(points.size() - 1).y());
    }
    labels.draw(svg, x.end() + 10, Math.max(y.start(), y.end()));
  }

  /** 64, 1K, 4M. */
  static String bytes(long size) {
    return size >= 1 << 20 && size % (1 << 20) == 0
        ? (size >> 20) + "M"
        : size >= 1 << 10 && size % (1 << 10) == 0 ? (size >> 10) + "K" : String.valueOf(size);
  }
}
