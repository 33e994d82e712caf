package jfs.bench.variant;

import java.util.HashMap;
import java.util.Map;
import jfs.bench.host.BenchException;
import jfs.bench.result.Slice;

/** The {@code key=number} words of a measured program's line. */
record Answer(String line, Map<String, Long> values) {

  static Answer of(String line) {
    Map<String, Long> values = new HashMap<>();
    for (String word : line.strip().split(" +", -1)) {
      int equals = word.indexOf('=');
      try {
        values.put(
            word.substring(0, Math.max(0, equals)), Long.valueOf(word.substring(equals + 1)));
      } catch (NumberFormatException e) {
        throw new BenchException("a measured program answered '" + line + "'", e);
      }
    }
    return new Answer(line, values);
  }

  long required(String key) {
    Long value = values.get(key);
    if (value == null) {
      throw new BenchException("no '" + key + "' in a measured program's answer '" + line + "'");
    }
    return value;
  }

  private double figure(String key) {
    Long value = values.get(key);
    return value == null ? Double.NaN : value;
  }

  /** A client's answer to what it was told to time. */
  Slice slice(long serverCpuNanos) {
    return new Slice(
        required("count"),
        required("elapsed"),
        figure("p50"),
        figure("p90"),
        figure("p99"),
        figure("p999"),
        required("cpu"),
        serverCpuNanos,
        Double.NaN,
        figure("argument"));
  }
}
