package jfs.bench.record;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one variant did with one workload.
 *
 * @param bytes of one message; 0 where that says nothing
 * @param kinds all figures that the suite has, known here or not, in the file's order
 * @param figures medians over all rounds; those that are not known are missing
 * @param speedups to the JDK, of the figures where they are known
 * @param compared the figures that the variant is judged by
 * @param forks the rounds of each fork
 * @param halfWidth of the 95 % interval of its median, or the time a message takes, within a fork,
 *     as a share of that; NaN if not known
 */
public record Row(
    String workload,
    long bytes,
    String variant,
    List<Figure> kinds,
    Map<Figure, Double> figures,
    Map<Figure, Ratio> speedups,
    List<Figure> compared,
    List<List<Round>> forks,
    double halfWidth) {

  private static final String BYTES = "bytes";

  static Row read(Fields json) throws BadReportException {
    Map<Figure, Double> figures = new LinkedHashMap<>();
    json.numbers().forEach((key, value) -> figures.put(new Figure(key), value));
    figures.remove(new Figure(BYTES));
    return new Row(
        json.text("workload"),
        (long) json.number(BYTES),
        json.text("variant"),
        json.numberNames().stream().filter(key -> !key.equals(BYTES)).map(Figure::new).toList(),
        figures,
        json.has("speedup") ? speedups(json.object("speedup")) : Map.of(),
        json.has("compared")
            ? json.textList("compared").stream().map(Figure::new).toList()
            : List.of(),
        json.lists("forks", Round::read),
        json.has("precision")
            ? json.object("precision").numbers().getOrDefault("half_width", Double.NaN)
            : Double.NaN);
  }

  private static Map<Figure, Ratio> speedups(Fields json) throws BadReportException {
    Map<Figure, Ratio> speedups = new LinkedHashMap<>();
    for (String key : json.json().keySet()) {
      if (json.has(key)) {
        speedups.put(new Figure(key), Ratio.read(json.object(key)));
      }
    }
    return speedups;
  }

  public Optional<Ratio> speedup(Figure figure) {
    return Optional.ofNullable(speedups.get(figure));
  }
}
