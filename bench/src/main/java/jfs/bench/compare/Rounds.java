package jfs.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import jfs.bench.record.Figure;
import jfs.bench.record.Round;
import jfs.bench.record.Row;

/** Takes samples out of rows: of what is the more the better. Empty where there is none. */
final class Rounds {

  private Rounds() {}

  /** The figure itself, less a factor that all runs of the workload share. */
  static Optional<Sample> goodness(Row row, Figure figure) {
    return sample(row, row, figure, (same, value) -> figure.isRate() ? value : 1 / value);
  }

  /** The speed-up to the JDK, from each round and the JDK's of the same round. */
  static Optional<Sample> speedup(Row jdk, Row row, Figure figure) {
    return sample(jdk, row, figure, (base, value) -> figure.isRate() ? value / base : base / value);
  }

  private static Optional<Sample> sample(
      Row base, Row row, Figure figure, DoubleBinaryOperator operator) {
    // The figure is missing where a round has too few operations to tell.
    if (!base.figures().containsKey(figure)
        || !row.figures().containsKey(figure)
        || base.forks().size() != row.forks().size()) {
      return Optional.empty();
    }
    List<double[]> forks = new ArrayList<>();
    for (int fork = 0; fork < row.forks().size(); fork++) {
      List<Round> bases = base.forks().get(fork);
      List<Round> values = row.forks().get(fork);
      if (bases.size() != values.size() || values.isEmpty()) {
        return Optional.empty();
      }
      double[] rounds = new double[values.size()];
      for (int round = 0; round < rounds.length; round++) {
        rounds[round] =
            operator.applyAsDouble(bases.get(round).of(figure), values.get(round).of(figure));
      }
      forks.add(rounds);
    }
    return forks.isEmpty() || !forks.stream().flatMapToDouble(DoubleStream::of).allMatch(Rounds::ok)
        ? Optional.empty()
        : Optional.of(new Sample(forks));
  }

  private static boolean ok(double value) {
    return Double.isFinite(value) && value > 0;
  }
}
