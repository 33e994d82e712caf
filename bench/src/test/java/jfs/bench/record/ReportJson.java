package jfs.bench.record;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.SplittableRandom;
import jfs.bench.stats.Median;

/** Makes files as the suites write them. */
public final class ReportJson {

  /** The time that a round takes for a variant. */
  public interface Pace {
    double nanos(String variant);
  }

  private static final int COUNT = 1000;

  private final JsonObject json = new JsonObject();
  private final JsonArray rows = new JsonArray();
  private final SplittableRandom random;
  private int forks = 5;
  private int rounds = 20;
  private double noise = 0.02;

  public ReportJson(String suite, long seed) {
    random = new SplittableRandom(seed);
    json.addProperty("suite", suite);
    json.add("conditions", new JsonObject());
    json.add("transports", new JsonObject());
    json.add("results", rows);
    json.addProperty("table", "line <1>\nline 2\n");
    condition("date", "2026-11-22T16:00:00Z");
    condition("CPU", "Z80");
  }

  public ReportJson condition(String name, String value) {
    json.getAsJsonObject("conditions").addProperty(name, value);
    return this;
  }

  public ReportJson transport(String variant, String client, String server) {
    JsonObject ends = new JsonObject();
    ends.addProperty("client", client);
    ends.addProperty("server", server);
    JsonArray all = new JsonArray();
    all.add(ends);
    json.getAsJsonObject("transports").add(variant, all);
    return this;
  }

  public ReportJson skipped(String variant, String reason) {
    JsonObject skipped = new JsonObject();
    skipped.addProperty(variant, reason);
    json.add("skipped", skipped);
    return this;
  }

  /** How much is measured from here on, and how much rounds differ. */
  public ReportJson effort(int newForks, int newRounds, double newNoise) {
    forks = newForks;
    rounds = newRounds;
    noise = newNoise;
    return this;
  }

  /** A row for each variant. */
  public ReportJson workload(String label, long bytes, Pace pace, String... variants) {
    for (String variant : variants) {
      rows.add(row(label, bytes, variant, pace.nanos(variant)));
    }
    return this;
  }

  private JsonObject row(String label, long bytes, String variant, double nanos) {
    double[] times = random.doubles((long) forks * rounds, 1 - noise, 1 + noise).toArray();
    JsonArray all = new JsonArray();
    for (int fork = 0; fork < forks; fork++) {
      JsonArray slices = new JsonArray();
      for (int round = 0; round < rounds; round++) {
        int at = fork * rounds + round;
        times[at] *= nanos;
        JsonObject slice = new JsonObject();
        slice.addProperty("count", COUNT);
        slice.addProperty("elapsed_ns", times[at] * COUNT);
        slice.addProperty("p50_ns", times[at]);
        slice.addProperty("p99_ns", times[at] * 2);
        slices.add(slice);
      }
      all.add(slices);
    }
    JsonObject row = new JsonObject();
    row.addProperty("workload", label);
    row.addProperty("bytes", bytes);
    row.addProperty("variant", variant);
    row.addProperty("p50_us", Median.of(times) / 1e3);
    row.addProperty("p99_us", Median.of(times) / 1e3 * 2);
    row.add("p999_us", JsonNull.INSTANCE);
    row.addProperty("per_s", 1e9 / Median.of(times));
    JsonObject precision = new JsonObject();
    precision.addProperty("half_width", noise);
    row.add("precision", precision);
    if (!variant.equals("jdk")) {
      compare(row);
    }
    row.add("forks", all);
    return row;
  }

  private static void compare(JsonObject row) {
    JsonObject speedup = new JsonObject();
    speedup.addProperty("median", 1.5);
    speedup.addProperty("low", 1.25);
    speedup.addProperty("high", 1.75);
    JsonObject speedups = new JsonObject();
    speedups.add("p50_us", speedup);
    speedups.add("p999_us", JsonNull.INSTANCE);
    row.add("speedup", speedups);
    JsonArray compared = new JsonArray();
    compared.add("p50_us");
    compared.add("per_s");
    row.add("compared", compared);
  }

  public String text() {
    // As the suites write it: a null is a figure that is not known.
    return new Gson().newBuilder().serializeNulls().create().toJson(json);
  }

  public Report report() throws BadReportException {
    return ReportFile.parse(text());
  }
}
