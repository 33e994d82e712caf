package jfs.bench.report;

import java.util.List;
import java.util.Locale;
import jfs.bench.harness.Results;
import jfs.bench.harness.Series;
import jfs.bench.harness.Slice;

/** Every slice in a line (RFC 4180), for users that compute for themselves. */
public final class CsvReport {

  private static final String HEADER =
      "workload,bytes,variant,fork,round,count,elapsed_ns,p50_ns,p90_ns,p99_ns,p999_ns"
          + ",client_cpu_ns,server_cpu_ns\r\n";

  private CsvReport() {}

  public static String of(Results results) {
    StringBuilder text = new StringBuilder(HEADER);
    for (Series series : results.series()) {
      for (int fork = 0; fork < series.forks().size(); fork++) {
        List<Slice> rounds = series.forks().get(fork);
        for (int round = 0; round < rounds.size(); round++) {
          append(series, fork + 1, round + 1, rounds.get(round), text);
        }
      }
    }
    return text.toString();
  }

  private static void append(Series series, int fork, int round, Slice slice, StringBuilder text) {
    text.append(quoted(series.workload().label()) + "," + series.workload().bytes())
        .append("," + quoted(series.variant().name()) + "," + fork + "," + round)
        .append("," + slice.count() + "," + slice.elapsedNanos());
    for (double nanos :
        new double[] {
          slice.p50(),
          slice.p90(),
          slice.p99(),
          slice.p999(),
          slice.clientCpuNanos(),
          slice.serverCpuNanos()
        }) {
      text.append(",").append(number(nanos));
    }
    text.append("\r\n");
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\"", "\"\"") + "\"";
  }

  /** Empty where there is none. */
  private static String number(double nanos) {
    return Double.isNaN(nanos) ? "" : String.format(Locale.ROOT, "%.0f", nanos);
  }
}
