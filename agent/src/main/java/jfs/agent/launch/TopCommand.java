package jfs.agent.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.StatusService;

/** Shows again and again what the connections of a JVM carry, the busiest first. */
final class TopCommand {

  private static final String USAGE =
      "top [--sort=sent|received|both] [--every=SECONDS] [--times=N] PID; not '";

  private final Path proc;
  private final StatusService service;
  private final PrintStream out;
  private final Screen screen;

  private Comparator<Rate> order = Comparator.comparingDouble(rate -> -rate.sent - rate.received);
  private long everySeconds = 1;
  private long times = Long.MAX_VALUE;
  private long pid = -1;

  /** What a connection has carried in a second. */
  private record Rate(ConnectionReport connection, double sent, double received) {}

  /**
   * Makes the command.
   *
   * @param proc {@code /proc}
   */
  TopCommand(Path proc, PrintStream out) {
    this(proc, StatusService.installed(), out);
  }

  /** Makes one that asks by this service. */
  TopCommand(Path proc, StatusService service, PrintStream out) {
    this.proc = proc;
    this.service = service;
    this.out = out;
    screen = new Screen(proc, out);
  }

  /** Runs until the JVM has ended, or has been shown so many times. */
  void run(String... arguments) throws UsageException, CommandException {
    for (String argument : arguments) {
      parse(argument);
    }
    if (pid < 0) {
      throw new UsageException(USAGE.replace("; not '", ""));
    }
    try {
      AskedJvm jvm = new AskedJvm(proc, service, pid);
      Look before = look(jvm);
      for (long i = 0; i < times; i++) {
        Screen.sleepUntil(before.at + TimeUnit.SECONDS.toNanos(everySeconds));
        Look now = lookAgain(jvm);
        if (now == null) {
          out.println("JVM " + pid + " has ended");
          return;
        }
        show(before, now);
        if (!screen.show()) {
          return;
        }
        before = now;
      }
    } catch (AccessDeniedException e) {
      throw new CommandException("not allowed to look at " + e.getMessage());
    } catch (IOException e) {
      throw new CommandException(Log.describe(e));
    }
  }

  private void parse(String argument) throws UsageException {
    if (argument.startsWith("--sort=")) {
      order =
          switch (argument.substring("--sort=".length())) {
            case "both" -> order;
            case "sent" -> Comparator.comparingDouble(rate -> -rate.sent);
            case "received" -> Comparator.comparingDouble(rate -> -rate.received);
            default -> throw new UsageException(USAGE + argument + "'");
          };
    } else if (argument.matches("--every=[1-9]\\d{0,5}")) {
      everySeconds = Long.parseLong(argument.substring("--every=".length()));
    } else if (argument.matches("--times=[1-9]\\d{0,8}")) {
      times = Long.parseLong(argument.substring("--times=".length()));
    } else if (pid < 0 && argument.matches("\\d{1,10}")) {
      pid = Long.parseLong(argument);
    } else {
      throw new UsageException(USAGE + argument + "'");
    }
  }

  /**
   * The connections at one moment.
   *
   * @param at by {@link System#nanoTime}
   * @param all by what tells them apart
   */
  private record Look(long at, Map<String, ConnectionReport> all) {}

  private static Look look(AskedJvm jvm) throws IOException, CommandException {
    Map<String, ConnectionReport> all = new TreeMap<>();
    for (ConnectionReport connection : jvm.connections(null)) {
      all.put(connection.since() + connection.local() + connection.remote(), connection);
    }
    return new Look(System.nanoTime(), all);
  }

  /** Null if it has ended. */
  private static Look lookAgain(AskedJvm jvm) throws IOException, CommandException {
    try {
      return look(jvm);
    } catch (IOException | CommandException e) {
      if (jvm.hasEnded()) {
        return null;
      }
      throw e;
    }
  }

  private void show(Look before, Look now) {
    double seconds = (now.at - before.at) / (double) TimeUnit.SECONDS.toNanos(1);
    List<Rate> rates =
        now.all.entrySet().stream()
            .map(each -> rate(before.all.get(each.getKey()), each.getValue(), seconds))
            .sorted(order)
            .toList();
    TextTable table =
        new TextTable("LOCAL", "REMOTE", "VIA", "SENT/S", "RECEIVED/S", "STATE", "REASON");
    for (Rate rate : rates) {
      ConnectionReport connection = rate.connection;
      table.add(
          connection.local(),
          connection.remote(),
          connection.via(),
          Math.round(rate.sent),
          Math.round(rate.received),
          connection.state(),
          connection.reason().isEmpty() ? "-" : connection.reason());
    }
    screen.clear();
    out.println(TerminalText.of(summary(rates)));
    screen.print(table.lines());
  }

  /** One that was not there before has carried all that it ever has. */
  private static Rate rate(ConnectionReport before, ConnectionReport now, double seconds) {
    long sent = now.sent() - (before == null ? 0 : before.sent());
    long received = now.received() - (before == null ? 0 : before.received());
    return new Rate(now, sent / seconds, received / seconds);
  }

  private String summary(List<Rate> rates) {
    Map<String, Integer> via = new TreeMap<>();
    double sent = 0;
    double received = 0;
    for (Rate rate : rates) {
      via.merge(rate.connection.via(), 1, Integer::sum);
      sent += rate.sent;
      received += rate.received;
    }
    return String.format(
        Locale.ROOT,
        "JVM %d: %d connections %s, bytes a second: %.0f sent, %.0f received",
        pid,
        rates.size(),
        via,
        sent,
        received);
  }
}
