package jfs.bench.svg;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis: equal ratios have equal lengths.
 *
 * @param from the least value, which is at pixel {@code start}
 * @param to the greatest, at pixel {@code end}
 */
public record LogAxis(double from, double to, double start, double end) {

  /** With more powers of ten than this, ticks between them would be too close. */
  private static final double DECADES_FOR_FINE_TICKS = 3;

  private static final int[] FINE = {1, 2, 5};
  private static final int[] COARSE = {1};

  /** The pixel of a value. */
  public double at(double value) {
    return start + (end - start) * Math.log(value / from) / Math.log(to / from);
  }

  /**
   * Where to draw a line and a label: at powers of ten, and at 2 and 5 times these if that fits.
   */
  public List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    double decades = Math.log10(to / from);
    for (int power = (int) Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
      for (int part : decades <= DECADES_FOR_FINE_TICKS ? FINE : COARSE) {
        // Not part * 10^power, which would be 0.30000000000000004 and the like.
        double tick = power < 0 ? part / Math.pow(10, -power) : part * Math.pow(10, power);
        if (tick >= from && tick <= to) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }
}
