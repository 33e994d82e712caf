package jfs.bench.result;

import com.google.gson.annotations.SerializedName;

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
    @SerializedName("elapsed_ns") long elapsedNanos,
    @SerializedName("p50_ns") double p50,
    @SerializedName("p90_ns") double p90,
    @SerializedName("p99_ns") double p99,
    @SerializedName("p999_ns") double p999,
    @SerializedName("client_cpu_ns") double clientCpuNanos,
    @SerializedName("server_cpu_ns") double serverCpuNanos,
    @SerializedName("memory_bytes") double memory,
    @SerializedName("sent_bytes") double sent) {

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

  /** Without percentiles. */
  public static Slice untimed(
      long count, long elapsedNanos, double clientCpuNanos, double serverCpuNanos) {
    double none = Double.NaN;
    return new Slice(count, elapsedNanos, none, none, none, none, clientCpuNanos, serverCpuNanos);
  }

  /** The same with the memory that both ends need. */
  public Slice withMemory(double bytes) {
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
}
