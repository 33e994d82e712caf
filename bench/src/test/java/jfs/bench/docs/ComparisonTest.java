package jfs.bench.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import jfs.bench.result.Figure;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.Row;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static final Ratio LOSS = new Ratio(0.5, 0.25, 0.75, 0.2, 0.8);

  /** A result of which the mean is slower with JFS. */
  private static Result losingTheMean(String suite, double p50, List<Figure> compared) {
    Map<Figure, Double> figures = Map.of(Figure.P50, p50, Figure.MEAN, 1.0, Figure.OPERATIONS, 1e6);
    Row row =
        new Row(
            "call",
            0,
            1,
            "jfs",
            figures,
            Map.of(Figure.MEAN, LOSS),
            compared,
            0.01,
            List.of(),
            List.of());
    Report report =
        new Report(Report.FORMAT, suite, Map.of(), null, null, 0, Map.of(), Map.of(), List.of(row));
    return new Result(suite, report);
  }

  private static int losses(Result result) {
    return Comparison.losses(result).size();
  }

  @Test
  void aSlowerMeanIsALoss() {
    assertEquals(1, losses(losingTheMean("rmi", 1, List.of(Figure.P50))));
  }

  @Test
  void itCountsOnceWhereTheRateSaysTheSame() {
    assertEquals(0, losses(losingTheMean("connect", 1, List.of(Figure.P50, Figure.OPERATIONS))));
  }

  @Test
  void aPaceThatTheClientKeepsIsNoFigure() {
    assertEquals(0, losses(losingTheMean("cpu", 1, List.of(Figure.P50))));
  }

  @Test
  void norIsOneOfNothing() {
    assertEquals(0, losses(losingTheMean("connections", 0, List.of(Figure.P50))));
  }
}
