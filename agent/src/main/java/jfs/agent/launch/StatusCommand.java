package jfs.agent.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.config.Options;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Json;
import jfs.core.stats.JvmStatus;
import jfs.core.stats.StatusService;

/** Shows the connections of a JVM, or the JVMs that have some. */
final class StatusCommand {

  private static final String USAGE = "status [--json|--metrics|--watch[=SECONDS]] [PID]";
  private static final long NO_PID = -1;

  private final Path proc;
  private final PrintStream out;
  private final PrintStream err;
  private final StatusService service;
  private boolean json;
  private boolean figures;

  /** How many seconds it waits before it looks again; 0 for one look. */
  private long everySeconds;

  /** What is being made; null unless figures are asked for. */
  private Metrics metrics;

  private long pid = NO_PID;

  /**
   * Makes the command.
   *
   * @param proc {@code /proc}
   */
  StatusCommand(Path proc, PrintStream out, PrintStream err) {
    this(proc, StatusService.installed(), out, err);
  }

  /** Makes one that asks by this service. */
  StatusCommand(Path proc, StatusService service, PrintStream out, PrintStream err) {
    this.proc = proc;
    this.service = service;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the command; if it watches, until the JVM has ended, or nobody reads it any more.
   *
   * @return the exit status: 1 if a JVM did not answer
   */
  int run(String... arguments) throws UsageException, CommandException {
    for (String argument : arguments) {
      parse(argument);
    }
    if (json && figures) {
      throw new UsageException(USAGE + "; one of them");
    }
    if (everySeconds > 0 && (json || figures)) {
      throw new UsageException(USAGE + "; --watch is for people: it takes neither of the others");
    }
    try {
      if (everySeconds > 0) {
        watch();
        return 0;
      }
      return look() ? 0 : 1;
    } catch (AccessDeniedException e) {
      throw new CommandException("not allowed to look at " + e.getMessage());
    } catch (IOException e) {
      throw new CommandException(Log.describe(e));
    }
  }

  private void parse(String argument) throws UsageException {
    if (argument.equals("--json")) {
      json = true;
      return;
    }
    if (argument.equals("--metrics")) {
      figures = true;
      return;
    }
    if (argument.equals("--watch")) {
      everySeconds = 1;
      return;
    }
    if (argument.matches("--watch=[1-9]\\d{0,5}")) {
      everySeconds = Long.parseLong(argument.substring("--watch=".length()));
      return;
    }
    if (pid != NO_PID || !argument.matches("\\d{1,10}")) {
      throw new UsageException(USAGE + "; not '" + argument + "'");
    }
    pid = Long.parseLong(argument);
  }

  /** Shows what each look finds in one go, so that the last one stays when the JVM has ended. */
  private void watch() throws IOException, CommandException {
    Screen screen = new Screen(proc, out);
    ByteArrayOutputStream found = new ByteArrayOutputStream();
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    StatusCommand each = new StatusCommand(proc, service, into(found), into(told));
    each.pid = pid;
    boolean shown = false;
    while (true) {
      long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(everySeconds);
      found.reset();
      told.reset();
      try {
        each.look();
      } catch (IOException | CommandException e) {
        if (shown && pid != NO_PID && new AskedJvm(proc, service, pid).hasEnded()) {
          out.println("JVM " + pid + " has ended");
          return;
        }
        throw e;
      }
      shown = true;
      screen.clear();
      screen.print(found.toString(StandardCharsets.UTF_8).lines().toList());
      if (!screen.show()) {
        return;
      }
      err.print(told.toString(StandardCharsets.UTF_8));
      err.flush();
      Screen.sleepUntil(next);
    }
  }

  private static PrintStream into(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** Looks once; false if a JVM did not answer. */
  private boolean look() throws IOException, CommandException {
    metrics = figures ? new Metrics() : null;
    if (pid == NO_PID) {
      return list();
    }
    show();
    return true;
  }

  /** Lists the JVMs; false if one did not answer. */
  private boolean list() throws IOException {
    TextTable table = new TextTable("PID", "CONNECTIONS", "STREAMS", "COMMAND");
    boolean any = false;
    boolean answered = true;
    for (StatusEndpoint endpoint : new StatusEndpoints(proc, service).all()) {
      String pid = endpoint.pid() == StatusEndpoints.UNKNOWN ? "?" : Long.toString(endpoint.pid());
      String count;
      String streams = null;
      try (JvmStatus client = endpoint.ask(service, false)) {
        if (client == null) {
          continue;
        }
        count = Integer.toString(client.count());
        streams = client.streams();
        if (metrics != null) {
          metrics.add(endpoint, client);
        }
      } catch (IOException e) {
        String why = TerminalText.of(Log.describe(e)); // it may name a folder of the JVM's
        err.println("jfs: error: JVM " + pid + " does not answer: " + why);
        count = "?";
        answered = false;
      }
      any = true;
      if (metrics != null) {
        continue;
      }
      String program = program(new Jvm(proc, endpoint.pid()));
      if (json) {
        out.println(
            ("{\"pid\":" + orNull(pid) + ",\"connections\":" + orNull(count))
                + (",\"streams\":" + (streams == null ? "null" : Json.string(streams)))
                + (",\"command\":" + Json.string(program) + "}"));
      } else {
        table.add(pid, count, streams == null ? "-" : streams, program);
      }
    }
    if (!any && isUnusable()) {
      answered = false;
    } else if (metrics != null) {
      metrics.lines().forEach(out::println);
    } else if (!any) {
      err.println("jfs: no JVM that you may ask has made a connection with JFS");
    } else if (!json) {
      table.lines().forEach(out::println);
    }
    return answered;
  }

  /** Whether no JVM can be in the folder where they are looked for, which it says then. */
  private boolean isUnusable() throws IOException {
    String trouble =
        service.trouble(service.folder(Options.ofProcess().get(service.parentOption())));
    if (!trouble.isEmpty()) {
      err.println("jfs: error: no JVM can be found: " + trouble);
    }
    return !trouble.isEmpty();
  }

  private static String orNull(String number) {
    return number.equals("?") ? "null" : number;
  }

  private static String program(Jvm jvm) {
    try {
      return jvm.command().program();
    } catch (IOException e) {
      return "?";
    }
  }

  private void show() throws IOException, CommandException {
    List<ConnectionReport> connections = new AskedJvm(proc, service, pid).connections(metrics);
    if (metrics != null) {
      metrics.lines().forEach(out::println);
      return;
    }
    connections.sort(Comparator.comparingInt(ConnectionReport::number));
    if (json) {
      connections.forEach(connection -> out.println(connection.json()));
    } else {
      print(connections);
    }
  }

  private void print(List<ConnectionReport> connections) {
    TextTable table =
        new TextTable("LOCAL", "REMOTE", "VIA", "SENT", "RECEIVED", "STATE", "REASON");
    for (ConnectionReport connection : connections) {
      table.add(
          connection.local(),
          connection.remote(),
          connection.via(),
          connection.sent(),
          connection.received(),
          connection.state(),
          connection.reason().isEmpty() ? "-" : connection.reason());
    }
    table.lines().forEach(out::println);
  }
}
