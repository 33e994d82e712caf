package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** A speed-up that all variants should be shown to have. */
public record Floor(double speedup) {

  /** Where the whole 95 % interval does not lie at the floor or above: a line each. */
  public List<String> notShown(Report report) {
    List<String> lines = new ArrayList<>();
    for (Row row : report.rows()) {
      for (Figure figure : row.compared()) {
        Optional<Ratio> shown = row.speedup(figure);
        if (shown.isPresent() && !isAbove(shown.get())) {
          lines.add(
              (row.variant() + ", " + row.workload() + ", " + figure.label())
                  + (": speed-up " + Numbers.ratio(shown.get().median()))
                  + (", 95 % interval " + RatioCells.interval(shown.get())));
        }
      }
    }
    return lines;
  }

  private boolean isAbove(Ratio ratio) {
    return ratio.hasInterval() && ratio.low() >= speedup;
  }
}
