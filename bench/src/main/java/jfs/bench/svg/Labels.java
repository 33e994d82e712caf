package jfs.bench.svg;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Names beside the ends of lines, moved apart where they would overlap. */
final class Labels {

  private static final double DISTANCE = 14;

  /** Half of a letter's height: the text's middle is where it belongs. */
  private static final double BASELINE = 4;

  private static final double SAMPLE = 18;
  private static final double GAP = 6;

  private final List<Label> labels = new ArrayList<>();

  private record Label(Look look, String text, double y) {}

  void add(Look look, String text, double y) {
    labels.add(new Label(look, text, y));
  }

  /** Draws them with a piece of each line, none below a pixel. */
  void draw(Svg svg, double x, double lowest) {
    labels.sort(Comparator.comparingDouble(Label::y));
    double[] places = apart(labels.stream().mapToDouble(Label::y).toArray());
    double limit = lowest;
    for (int i = places.length - 1; i >= 0; i--) {
      places[i] = Math.min(places[i], limit);
      limit = places[i] - DISTANCE;
    }
    for (int i = 0; i < places.length; i++) {
      Look look = labels.get(i).look;
      Svg.Point from = new Svg.Point(x, places[i]);
      Svg.Point to = new Svg.Point(x + SAMPLE, places[i]);
      svg.curve(look.line(), look.dashes(), List.of(from, to));
      svg.text(
          look.fill(), Svg.Anchor.START, to.x() + GAP, places[i] + BASELINE, labels.get(i).text);
    }
  }

  /**
   * As near as can be to where they belong, in the same order and far enough from each other: what
   * is too near forms a group around its own middle (pool adjacent violators).
   */
  private static double[] apart(double[] sorted) {
    List<double[]> groups = new ArrayList<>(); // each: the sum of its members, and their number
    for (int i = 0; i < sorted.length; i++) {
      groups.add(new double[] {sorted[i] - i * DISTANCE, 1});
      while (groups.size() > 1 && mean(groups, 1) >= mean(groups, 0)) {
        double[] last = groups.remove(groups.size() - 1);
        double[] before = groups.get(groups.size() - 1);
        before[0] += last[0];
        before[1] += last[1];
      }
    }
    double[] places = new double[sorted.length];
    int i = 0;
    for (double[] group : groups) {
      for (int member = 0; member < group[1]; member++) {
        places[i] = group[0] / group[1] + i * DISTANCE;
        i++;
      }
    }
    return places;
  }

  /** Of the last group but so many. */
  private static double mean(List<double[]> groups, int fromLast) {
    double[] group = groups.get(groups.size() - 1 - fromLast);
    return group[0] / group[1];
  }
}
