package jfs.bench.harness;

import java.util.HashMap;
import java.util.Map;

/**
 * What one slice gave. Times are of whole operations (a round trip, a call, a cycle), in
 * nanoseconds; percentiles are NaN for a workload without a time for each operation.
 *
 * @param clientCpuNanos the client's CPU time, in whole nanoseconds; NaN if not known
 * @param serverCpuNanos the server's
 * @param memory bytes that both ends need; NaN where not asked for
 * @param sent bytes of payload that an operation takes to be sent, with what the language adds to
 *     them; NaN where that is nothing
 */
public record Slice(
    long count,
    long elapsedNanos,
    double p50,
    double p90,
    double p99,
    double p999,
    double clientCpuNanos,
    double serverCpuNanos,
    double memory,
    double sent) {

  /** Without the rarer ones. */
  public Slice(
      long count,
      long elapsedNanos,
      double p50,
      double p90,
      double p99,
      double p999,
      double clientCpuNanos,
      double serverCpuNanos) {
    this(
        count,
        elapsedNanos,
        p50,
        p90,
        p99,
        p999,
        clientCpuNanos,
        serverCpuNanos,
        Double.NaN,
        Double.NaN);
  }

  /** The same with the memory that both ends need. */
  Slice withMemory(double bytes) {
    return new Slice(
        count, elapsedNanos, p50, p90, p99, p999, clientCpuNanos, serverCpuNanos, bytes, sent);
  }

  /** CPU time of both ends; NaN if not known. */
  public double cpuNanos() {
    return clientCpuNanos + serverCpuNanos;
  }

  /** What an operation takes: the median's, or the mean where single ones are not timed. */
  public double typical() {
    return Double.isNaN(p50) ? (double) elapsedNanos / count : p50;
  }

  /** Reads a client's answer. */
  static Slice of(String answer, long serverCpuNanos) {
    Map<String, Long> values = values(answer);
    return new Slice(
        required(values, "count", answer),
        required(values, "elapsed", answer),
        figure(values, "p50"),
        figure(values, "p90"),
        figure(values, "p99"),
        figure(values, "p999"),
        required(values, "cpu", answer),
        serverCpuNanos,
        Double.NaN,
        figure(values, "argument"));
  }

  /** The {@code key=number} words of a child's line. */
  static Map<String, Long> values(String line) {
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
    return values;
  }

  static long required(Map<String, Long> values, String key, String line) {
    Long value = values.get(key);
    if (value == null) {
      throw new BenchException("no '" + key + "' in a measured program's answer '" + line + "'");
    }
    return value;
  }

  private static double figure(Map<String, Long> values, String key) {
    Long value = values.get(key);
    return value == null ? Double.NaN : value;
  }
}
