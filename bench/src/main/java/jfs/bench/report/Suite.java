package jfs.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import jfs.bench.harness.Results;
import jfs.bench.harness.Workload;

/** How a suite's results are shown. */
public final class Suite {

  public static final Suite PING_PONG =
      new Suite(
          "pingpong",
          "Half round trips (p50, p99, p99.9), throughput at that pace, CPU time a message; stream:"
              + " one-way throughput.",
          List.of(Metric.P50, Metric.MEGABYTES),
          new VariantTable(
                  "bytes",
                  List.of(Metric.P50, Metric.P99, Metric.P999, Metric.MEGABYTES),
                  "CPU µs/message",
                  List.of(Metric.P50, Metric.MEGABYTES))
              ::of);

  public static final Suite STREAM = ofThroughput("stream", "One-way throughput.");

  public static final Suite BIDIR =
      ofThroughput("bidir", "Throughput of both directions together.");

  public static final Suite INCAST =
      ofThroughput("incast", "Throughput of several connections that send to one server at once.");

  public static final Suite CONNECT =
      new Suite(
          "connect",
          "Cycles of connect, send 100 bytes, receive their echo, close, one after the other.",
          List.of(Metric.OPERATIONS, Metric.P50),
          new VariantTable(
                  "cycle",
                  List.of(Metric.OPERATIONS, Metric.P50, Metric.P99, Metric.P999),
                  "CPU µs/cycle",
                  List.of(Metric.OPERATIONS, Metric.P50))
              ::of);

  public static final Suite SHORT =
      new Suite(
          "short",
          "Connections from connect to close, one after the other: requests × bytes of each one's"
              + " body, in so many writes.",
          List.of(Metric.OPERATIONS, Metric.P50),
          new VariantTable(
                  "connection",
                  List.of(Metric.OPERATIONS, Metric.P50, Metric.P99, Metric.P999),
                  "CPU µs/connection",
                  List.of(Metric.OPERATIONS, Metric.P50))
              ::of);

  public static final Suite PROGRAMS =
      new Suite(
          "programs",
          "Software from a registry, unmodified, cold: each run is two new JVMs from their start to"
              + " their exit. CPU of a whole run: both JVMs'.",
          List.of(Metric.OPERATIONS, Metric.CPU),
          new VariantTable(
                  "software, phase",
                  List.of(Metric.OPERATIONS, Metric.P50, Metric.P99),
                  "CPU µs/operation",
                  List.of(Metric.OPERATIONS, Metric.CPU))
              ::of);

  public static final Suite COLD =
      new Suite(
          "cold",
          "The first round trips of two new JVMs, of 100 bytes on one connection, with the connect;"
              + " mean: the time from there to the last of them, by their number. start to exit:"
              + " both JVMs, one after the other.",
          List.of(Metric.MEAN),
          new VariantTable(
                  "round trips",
                  List.of(Metric.MEAN, Metric.P50, Metric.P99),
                  "CPU µs/operation",
                  List.of(Metric.MEAN))
              ::of);

  public static final Suite BUSY =
      new Suite(
          "busy",
          "Half round trips beside threads that compute, one for each CPU, or under a quota.",
          List.of(Metric.MEAN, Metric.P99, Metric.P999),
          new VariantTable(
                  "bytes",
                  List.of(Metric.MEAN, Metric.P50, Metric.P99, Metric.P999),
                  "CPU µs/message",
                  List.of(Metric.MEAN, Metric.P99, Metric.P999))
              ::of);

  public static final Suite MANY =
      new Suite(
          "many",
          "Echoes of 100 bytes on several connections at once, a thread at each end of each; per s:"
              + " echoes on all connections until the slowest is done.",
          List.of(Metric.OPERATIONS, Metric.P99),
          new VariantTable(
                  "connections",
                  List.of(Metric.OPERATIONS, Metric.P50, Metric.P99, Metric.P999),
                  "CPU µs/message",
                  List.of(Metric.OPERATIONS, Metric.P99))
              ::of);

  public static final Suite CPU =
      new Suite(
          "cpu",
          "Echoes of 100 bytes at several paces; half round trips. CPU %: of one core, both ends.",
          List.of(Metric.P50, Metric.CPU),
          new VariantTable(
                  "echoes",
                  List.of(Metric.P50, Metric.P99, Metric.OPERATIONS, Metric.CPU_SHARE),
                  "CPU µs/message",
                  List.of(Metric.P50, Metric.CPU))
              ::of);

  public static final Suite CONNECTIONS =
      new Suite(
          "connections",
          "Open connections. MiB: memory of both ends; a shared page counts once. KiB each: what"
              + " they take beyond the least number of connections. CPU %: of one core, while"
              + " nothing is said. Echoes of 100 bytes on one connection after the other.",
          List.of(Metric.P50),
          ConnectionsTable::of);

  public static final Suite RMI =
      new Suite(
          "rmi",
          "RMI calls between two JVMs on this host; arrays and the tree are arguments, the reply is"
              + " an int. MB/s counts the numbers in the argument, total MB/s the serialized argument.",
          List.of(Metric.P50, Metric.MEGABYTES),
          results ->
              MetricTable.of(
                  results,
                  Map.of(
                      Metric.P50, results.plan().workloads(),
                      Metric.P99, where(results, workload -> workload.bytes() == 0),
                      Metric.MEGABYTES, where(results, workload -> workload.bytes() > 0),
                      Metric.TOTAL_MEGABYTES, where(results, workload -> workload.bytes() > 0))));

  public static final Suite APPS =
      new Suite(
          "apps",
          "Parallel programs on RMI, by one JVM and by several; speed-up over 1: the one JVM's time"
              + " / the several's, of the same variant.",
          List.of(Metric.MEAN),
          AppTable::of);

  public static final Suite COMMS1 =
      new Suite(
          "comms1",
          "Arrays of double to another JVM and back by RMI; half round trips.",
          List.of(Metric.P50, Metric.MEGABYTES),
          new VariantTable(
                  "array",
                  List.of(Metric.P50, Metric.P99, Metric.MEGABYTES),
                  "CPU µs/message",
                  List.of(Metric.P50, Metric.MEGABYTES))
              ::of,
          LatencyLines::of);

  private static Suite ofThroughput(String title, String explanation) {
    return new Suite(
        title,
        explanation,
        List.of(Metric.MEGABYTES),
        new VariantTable(
                "messages",
                List.of(Metric.MEGABYTES, Metric.OPERATIONS),
                "CPU µs/message",
                List.of(Metric.MEGABYTES))
            ::of);
  }

  private final String title;
  private final String explanation;
  private final List<Metric> compared;
  private final Function<Results, Table> table;
  private final Function<Results, String> more;

  private Suite(
      String title, String explanation, List<Metric> compared, Function<Results, Table> table) {
    this(title, explanation, compared, table, results -> "");
  }

  private Suite(
      String title,
      String explanation,
      List<Metric> compared,
      Function<Results, Table> table,
      Function<Results, String> more) {
    this.more = more;
    this.title = title;
    this.explanation = explanation;
    this.compared = compared;
    this.table = table;
  }

  private static List<Workload> where(Results results, Predicate<Workload> test) {
    return results.plan().workloads().stream().filter(test).toList();
  }

  /** Its name on the command line, and of its files. */
  public String title() {
    return title;
  }

  /** The figures that a variant is judged by. */
  List<Metric> compared() {
    return compared;
  }

  /** The table of figures, and what is derived of it. */
  String figures(Results results) {
    return table.apply(results) + more.apply(results);
  }

  /** Everything, for a person to read. */
  public String text(Results results, Map<String, String> conditions) {
    Map<String, String> all = new LinkedHashMap<>(conditions);
    all.put("JFS", Legend.versions(results));
    return String.join(
        "\n",
        explanation + "\n",
        figures(results),
        Legend.transports(results),
        String.join("\n", Legend.method(results)) + "\n",
        Legend.conditions(all));
  }
}
