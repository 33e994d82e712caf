package jfs.bench.report;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Map;
import jfs.bench.harness.Carried;
import jfs.bench.harness.Results;
import jfs.bench.harness.Series;
import jfs.bench.harness.Slice;
import jfs.bench.harness.Variant;
import jfs.bench.stats.Speedup;

/** Everything, for programs to read, down to the single slices. */
public final class JsonReport {

  private JsonReport() {}

  public static String of(Suite suite, Results results, Map<String, String> conditions) {
    JsonObject json = new JsonObject();
    json.addProperty("suite", suite.title());
    JsonObject about = new JsonObject();
    conditions.forEach(about::addProperty);
    about.addProperty("JFS", Legend.versions(results));
    json.add("conditions", about);
    json.addProperty("cpu_clock_step_ns", results.cpuStepNanos());
    JsonObject skipped = new JsonObject();
    results.plan().skipped().forEach(skipped::addProperty);
    json.add("skipped", skipped);
    json.add("transports", transports(results.carried()));
    JsonArray rows = new JsonArray();
    results.series().forEach(series -> rows.add(row(suite, results, series)));
    json.add("results", rows);
    json.addProperty("table", suite.figures(results));
    return new GsonBuilder()
            .disableHtmlEscaping()
            .serializeNulls()
            .setPrettyPrinting()
            .create()
            .toJson(json)
        + "\n";
  }

  private static JsonObject transports(Map<Variant, List<Carried>> carried) {
    JsonObject json = new JsonObject();
    carried.forEach(
        (variant, forks) -> {
          JsonArray ends = new JsonArray();
          for (Carried one : forks) {
            JsonObject fork = new JsonObject();
            fork.addProperty("client", one.client().transports());
            fork.addProperty("server", one.server().transports());
            ends.add(fork);
          }
          json.add(variant.name(), ends);
        });
    return json;
  }

  private static JsonObject row(Suite suite, Results results, Series series) {
    JsonObject json = new JsonObject();
    json.addProperty("workload", series.workload().label());
    json.addProperty("bytes", series.workload().bytes());
    json.addProperty("variant", series.variant().name());
    for (Metric metric : Metric.values()) {
      json.add(metric.key, number(Comparison.median(series, metric)));
    }
    json.add("cpu_us_per_message", number(Comparison.cpuMicros(results, series)));
    JsonObject precision = new JsonObject();
    precision.add("half_width", number(series.halfWidth()));
    precision.addProperty("steady_after_warmup", !series.warmups().contains(false));
    json.add("precision", precision);
    if (!series.variant().equals(Variant.JDK)) {
      JsonObject speedups = new JsonObject();
      for (Metric metric : Metric.values()) {
        speedups.add(
            metric.key,
            speedup(Comparison.speedup(results, series.workload(), series.variant(), metric)));
      }
      json.add("speedup", speedups);
      JsonArray compared = new JsonArray();
      suite.compared().forEach(metric -> compared.add(metric.key));
      json.add("compared", compared);
    }
    json.add("forks", forks(series));
    return json;
  }

  private static JsonElement speedup(Speedup speedup) {
    if (!speedup.isKnown()) {
      return JsonNull.INSTANCE;
    }
    JsonObject json = new JsonObject();
    json.addProperty("median", speedup.median());
    json.add("low", number(speedup.low()));
    json.add("high", number(speedup.high()));
    json.addProperty("min", speedup.least());
    json.addProperty("max", speedup.most());
    return json;
  }

  private static JsonArray forks(Series series) {
    JsonArray forks = new JsonArray();
    for (List<Slice> rounds : series.forks()) {
      JsonArray fork = new JsonArray();
      rounds.forEach(slice -> fork.add(slice(slice)));
      forks.add(fork);
    }
    return forks;
  }

  private static JsonObject slice(Slice slice) {
    JsonObject json = new JsonObject();
    json.addProperty("count", slice.count());
    json.addProperty("elapsed_ns", slice.elapsedNanos());
    json.addProperty("mean_ns", slice.elapsedNanos() / (double) slice.count());
    json.add("p50_ns", number(slice.p50()));
    json.add("p90_ns", number(slice.p90()));
    json.add("p99_ns", number(slice.p99()));
    json.add("p999_ns", number(slice.p999()));
    json.add("client_cpu_ns", whole(slice.clientCpuNanos()));
    json.add("server_cpu_ns", whole(slice.serverCpuNanos()));
    json.add("memory_bytes", number(slice.memory()));
    return json;
  }

  private static JsonElement whole(double value) {
    return Double.isNaN(value) ? JsonNull.INSTANCE : new JsonPrimitive((long) value);
  }

  private static JsonElement number(double value) {
    return !Double.isFinite(value) ? JsonNull.INSTANCE : new JsonPrimitive(value);
  }
}
