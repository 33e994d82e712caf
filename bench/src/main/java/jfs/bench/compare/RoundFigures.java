package jfs.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import jfs.bench.result.Figure;
import jfs.bench.result.Measure;
import jfs.bench.result.Row;
import jfs.bench.result.Slice;

/** Takes samples out of rows: of what is the more the better. Empty where there is none. */
final class RoundFigures {

  private RoundFigures() {}

  /** The figure itself, or one by it where less is better. */
  static Optional<Sample> goodness(Row row, Figure figure) {
    return sample(row, row, figure, (same, value) -> figure.speedup(1, value));
  }

  /** The speed-up to the JDK, from each round and the JDK's of the same round. */
  static Optional<Sample> speedup(Row jdk, Row row, Figure figure) {
    return sample(jdk, row, figure, figure::speedup);
  }

  private static Optional<Sample> sample(
      Row base, Row row, Figure figure, DoubleBinaryOperator operator) {
    // The figure is missing where a round has too few operations to tell.
    if (!base.figures().containsKey(figure)
        || !row.figures().containsKey(figure)
        || base.forks().size() != row.forks().size()) {
      return Optional.empty();
    }
    Measure measure = new Measure(row.bytes(), row.messages());
    List<double[]> forks = new ArrayList<>();
    for (int fork = 0; fork < row.forks().size(); fork++) {
      List<Slice> bases = base.forks().get(fork);
      List<Slice> values = row.forks().get(fork);
      if (bases.size() != values.size() || values.isEmpty()) {
        return Optional.empty();
      }
      double[] rounds = new double[values.size()];
      for (int round = 0; round < rounds.length; round++) {
        rounds[round] =
            operator.applyAsDouble(
                measure.of(figure, bases.get(round)), measure.of(figure, values.get(round)));
      }
      forks.add(rounds);
    }
    return forks.isEmpty()
            || !forks.stream().flatMapToDouble(DoubleStream::of).allMatch(RoundFigures::ok)
        ? Optional.empty()
        : Optional.of(new Sample(forks));
  }

  private static boolean ok(double value) {
    return Double.isFinite(value) && value > 0;
  }
}
