package jfs.bench.report;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import jfs.bench.result.Figure;
import jfs.bench.result.Report;

/** How a suite's results are shown. */
public final class Suite {

  public static final Suite PING_PONG =
      new Suite(
          "pingpong",
          "Half round trips (p50, p99, p99.9), throughput at that pace, CPU time a message; stream:"
              + " one-way throughput.",
          List.of(Figure.P50, Figure.MEGABYTES),
          new VariantTable(
                  "bytes",
                  List.of(Figure.P50, Figure.P99, Figure.P999, Figure.MEGABYTES),
                  "CPU µs/message",
                  List.of(Figure.P50, Figure.MEGABYTES))
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
          List.of(Figure.OPERATIONS, Figure.P50),
          new VariantTable(
                  "cycle",
                  List.of(Figure.OPERATIONS, Figure.P50, Figure.P99, Figure.P999),
                  "CPU µs/cycle",
                  List.of(Figure.OPERATIONS, Figure.P50))
              ::of);

  public static final Suite SHORT =
      new Suite(
          "short",
          "Connections from connect to close, one after the other: requests × bytes of each one's"
              + " body, in so many writes.",
          List.of(Figure.OPERATIONS, Figure.P50),
          new VariantTable(
                  "connection",
                  List.of(Figure.OPERATIONS, Figure.P50, Figure.P99, Figure.P999),
                  "CPU µs/connection",
                  List.of(Figure.OPERATIONS, Figure.P50))
              ::of);

  public static final Suite PROGRAMS =
      new Suite(
          "programs",
          "Software from a registry, unmodified, cold: each run is two new JVMs from their start to"
              + " their exit. CPU of a whole run: both JVMs'.",
          List.of(Figure.OPERATIONS, Figure.CPU),
          new VariantTable(
                  "software, phase",
                  List.of(Figure.OPERATIONS, Figure.P50, Figure.P99),
                  "CPU µs/operation",
                  List.of(Figure.OPERATIONS, Figure.CPU))
              ::of);

  public static final Suite APPS_NIO =
      new Suite(
          "apps-nio",
          "Software on channels and selectors, unmodified, each answer checked; each run is two new"
              + " JVMs from their start to their exit. netty: an operation is 1,000 round trips.",
          List.of(Figure.OPERATIONS, Figure.CPU),
          new VariantTable(
                  "software, phase",
                  List.of(Figure.OPERATIONS, Figure.P50, Figure.P99),
                  "CPU µs/operation",
                  List.of(Figure.OPERATIONS, Figure.CPU))
              ::of);

  public static final Suite COLD =
      new Suite(
          "cold",
          "The first round trips of two new JVMs, of 100 bytes on one connection, with the connect;"
              + " times are of whole round trips; mean: the time from there to the last of them, by"
              + " their number. start to exit: both JVMs, the client started when the server is"
              + " ready, the server told to end when the client has; what the harness asks them"
              + " before is in it.",
          List.of(Figure.MEAN),
          new VariantTable(
                  "round trips",
                  List.of(Figure.MEAN, Figure.P50, Figure.P99),
                  "CPU µs/operation",
                  List.of(Figure.MEAN))
              ::of);

  public static final Suite BUSY =
      new Suite(
          "busy",
          "Half round trips beside threads that compute, one for each CPU, or under a quota.",
          List.of(Figure.MEAN, Figure.P99, Figure.P999),
          new VariantTable(
                  "bytes",
                  List.of(Figure.MEAN, Figure.P50, Figure.P99, Figure.P999),
                  "CPU µs/message",
                  List.of(Figure.MEAN, Figure.P99, Figure.P999))
              ::of);

  public static final Suite MANY =
      new Suite(
          "many",
          "Echoes of 100 bytes on several connections at once, a thread at each end of each; times are"
              + " half round trips; per s: whole echoes on all connections until the slowest is done.",
          List.of(Figure.OPERATIONS, Figure.P99),
          new VariantTable(
                  "connections",
                  List.of(Figure.OPERATIONS, Figure.P50, Figure.P99, Figure.P999),
                  "CPU µs/message",
                  List.of(Figure.OPERATIONS, Figure.P99))
              ::of);

  public static final Suite SELECTOR =
      new Suite(
          "selector",
          "Echoes on channels, one thread and selector at each end: connections × bytes; 1 of 100: the"
              + " others idle. Times are half round trips, each from its own request. stream: one-way"
              + " throughput.",
          List.of(Figure.P50, Figure.OPERATIONS, Figure.MEGABYTES),
          new VariantTable(
                  "echoes",
                  List.of(Figure.P50, Figure.P99, Figure.OPERATIONS, Figure.MEGABYTES),
                  "CPU µs/message",
                  List.of(Figure.P50, Figure.OPERATIONS))
              ::of);

  public static final Suite CPU =
      new Suite(
          "cpu",
          "Echoes of 100 bytes at several paces; half round trips. CPU %: of one core, both ends."
              + " How late a timer wakes the client is not counted, nor what a spinning peer adds to"
              + " that.",
          List.of(Figure.P50, Figure.CPU),
          new VariantTable(
                  "echoes",
                  List.of(Figure.P50, Figure.P99, Figure.OPERATIONS, Figure.CPU_SHARE),
                  "CPU µs/message",
                  List.of(Figure.P50, Figure.CPU))
              ::of);

  public static final Suite CONNECTIONS =
      new Suite(
          "connections",
          "Open connections. MiB: memory of both ends; a shared page counts once. KiB each: what"
              + " they take beyond the least number of connections. CPU %: of one core, while"
              + " nothing is said. Echoes of 100 bytes on one connection after the other; times are"
              + " half round trips.",
          List.of(Figure.P50),
          ConnectionsTable::of);

  public static final Suite RMI =
      new Suite(
          "rmi",
          "RMI calls between two JVMs on this host; arrays and the tree are arguments, the reply is"
              + " an int. MB/s counts the numbers in the argument, total MB/s the serialized argument.",
          List.of(Figure.P50, Figure.MEGABYTES),
          CallTable::of);

  public static final Suite SERIAL =
      new Suite(
          "serial",
          "Graphs of objects, written to memory or a file and read again, in one JVM.",
          List.of(Figure.P50),
          CallTable::of);

  public static final Suite APPS =
      new Suite(
          "apps",
          "Parallel programs on RMI, by one JVM and by several; speed-up over 1: the one JVM's time"
              + " / the several's, of the same variant.",
          List.of(Figure.MEAN),
          AppTable::of);

  public static final Suite COMMS1 =
      new Suite(
          "comms1",
          "Arrays of double to another JVM and back by RMI; half round trips.",
          List.of(Figure.P50, Figure.MEGABYTES),
          new VariantTable(
                  "array",
                  List.of(Figure.P50, Figure.P99, Figure.MEGABYTES),
                  "CPU µs/message",
                  List.of(Figure.P50, Figure.MEGABYTES))
              ::of,
          LatencyLines::of);

  private static final List<Suite> ALL =
      List.of(
          PING_PONG,
          STREAM,
          BIDIR,
          INCAST,
          CONNECT,
          SHORT,
          PROGRAMS,
          APPS_NIO,
          COLD,
          BUSY,
          MANY,
          SELECTOR,
          CPU,
          CONNECTIONS,
          RMI,
          SERIAL,
          APPS,
          COMMS1);

  /** In which connections may be too short for JFS, or there is none. */
  private static final Set<Suite> MAY_STAY_ON_TCP =
      Set.of(CONNECT, SHORT, PROGRAMS, APPS_NIO, COLD, SERIAL);

  /** In which there are some besides those that are measured: RMI makes them as it needs them. */
  private static final Set<Suite> SOME_MAY_STAY_ON_TCP = Set.of(RMI, COMMS1, APPS);

  private static Suite ofThroughput(String title, String explanation) {
    return new Suite(
        title,
        explanation,
        List.of(Figure.MEGABYTES),
        new VariantTable(
                "messages",
                List.of(Figure.MEGABYTES, Figure.OPERATIONS),
                "CPU µs/message",
                List.of(Figure.MEGABYTES))
            ::of);
  }

  private final String title;
  private final String explanation;
  private final List<Figure> compared;
  private final Function<Report, Table> table;
  private final Function<Report, String> more;

  private Suite(
      String title, String explanation, List<Figure> compared, Function<Report, Table> table) {
    this(title, explanation, compared, table, report -> "");
  }

  private Suite(
      String title,
      String explanation,
      List<Figure> compared,
      Function<Report, Table> table,
      Function<Report, String> more) {
    this.more = more;
    this.title = title;
    this.explanation = explanation;
    this.compared = compared;
    this.table = table;
  }

  /** The names of all. */
  public static List<String> titles() {
    return ALL.stream().map(Suite::title).toList();
  }

  /** The suite of a name as in a report. */
  public static Optional<Suite> named(String title) {
    return ALL.stream().filter(suite -> suite.title.equals(title)).findFirst();
  }

  /** Its name on the command line, and of its files. */
  public String title() {
    return title;
  }

  /** The figures that a variant is judged by. */
  List<Figure> compared() {
    return compared;
  }

  /** Whether figures are JFS's only if connections left TCP: they live long enough. */
  public boolean mustLeaveTcp() {
    return !MAY_STAY_ON_TCP.contains(this);
  }

  /** Whether that goes for each connection: they are what is measured, and there are no others. */
  public boolean allMustLeaveTcp() {
    return mustLeaveTcp() && !SOME_MAY_STAY_ON_TCP.contains(this);
  }

  /** What is measured, in a sentence or two. */
  public String explanation() {
    return explanation;
  }

  /** The table of figures, and what is derived of it. */
  public String figures(Report report) {
    return table.apply(report) + more.apply(report);
  }

  /** How it was measured, and what the columns mean: a line each. */
  public List<String> method(Report report) {
    return Legend.method(report);
  }

  /** Everything, for a person to read. */
  public String text(Report report) {
    return String.join(
        "\n",
        explanation + "\n",
        figures(report),
        Legend.transports(report),
        String.join("\n", method(report)) + "\n",
        Legend.conditions(report));
  }
}
