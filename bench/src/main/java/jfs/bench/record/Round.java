package jfs.bench.record;

import java.util.Map;

/** What one slice gave: the raw numbers, by their names in the file. */
public record Round(Map<String, Double> numbers) {

  private static final String MICROS = "_us";
  private static final String NANOS = "_ns";

  static Round read(Fields json) {
    return new Round(json.numbers());
  }

  /**
   * What a figure is computed from: right but for a factor that is the same in all rounds of a
   * workload, so that it is good for ratios only. NaN where there is none.
   */
  public double of(Figure figure) {
    String key = figure.key();
    if (figure.isRate()) {
      return get("count") / get("elapsed_ns");
    }
    return key.endsWith(MICROS)
        ? get(key.substring(0, key.length() - MICROS.length()) + NANOS)
        : Double.NaN;
  }

  private double get(String name) {
    return numbers.getOrDefault(name, Double.NaN);
  }
}
