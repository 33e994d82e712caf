package jfs.bench.compare;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import jfs.bench.result.Figure;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** Compares all that two runs have in common. */
record Findings(Report before, Report after) {

  /** A row of a run, and a figure of it. */
  private record Place(String workload, String variant, Figure figure) {}

  /** Of the speed-ups to the JDK: what lasts when a machine changes its pace. */
  List<Finding> ofSpeedups() {
    return places()
        .filter(place -> !place.variant.equals(Report.JDK))
        .map(
            place ->
                finding(
                    place,
                    run -> speedup(run, place),
                    run -> speedup(run, place).orElseThrow().median()))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Of the figures themselves. */
  List<Finding> ofFigures() {
    return places()
        .map(
            place ->
                finding(
                    place,
                    run -> row(run, place).flatMap(row -> RoundFigures.goodness(row, place.figure)),
                    run -> row(run, place).orElseThrow().figure(place.figure)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** In parallel: there can be a thousand, of thousands of draws each. */
  private Stream<Place> places() {
    Set<Figure> compared = new LinkedHashSet<>(before.compared());
    compared.addAll(after.compared());
    return before.rows().stream()
        .flatMap(
            row ->
                compared.stream().map(figure -> new Place(row.workload(), row.variant(), figure)))
        .toList()
        .parallelStream();
  }

  private Optional<Finding> finding(
      Place place, Function<Report, Optional<Sample>> sample, Function<Report, Double> shown) {
    Optional<Sample> first = sample.apply(before);
    Optional<Sample> second = sample.apply(after);
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            place.workload,
            place.variant,
            place.figure,
            shown.apply(before),
            shown.apply(after),
            Change.between(first.get(), second.get())));
  }

  private static Optional<Sample> speedup(Report run, Place place) {
    return run.row(place.workload, Report.JDK)
        .flatMap(
            jdk -> row(run, place).flatMap(row -> RoundFigures.speedup(jdk, row, place.figure)));
  }

  private static Optional<Row> row(Report run, Place place) {
    return run.row(place.workload, place.variant);
  }
}
