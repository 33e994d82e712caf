package jfs.agent.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.net.SocketTimeoutException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Json;
import jfs.nio.shm.Inquiry;
import jfs.nio.shm.ShmCheck;

/** Shows the connections of a JVM, or the JVMs that have some. */
final class StatusCommand {

  private static final long NO_PID = -1;

  private final Path proc;
  private final PrintStream out;
  private final PrintStream err;
  private boolean json;
  private long pid = NO_PID;

  /**
   * Makes the command.
   *
   * @param proc {@code /proc}
   */
  StatusCommand(Path proc, PrintStream out, PrintStream err) {
    this.proc = proc;
    this.out = out;
    this.err = err;
  }

  void run(String... arguments) throws UsageException, CommandException {
    for (String argument : arguments) {
      parse(argument);
    }
    try {
      if (pid == NO_PID) {
        list();
      } else {
        show();
      }
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
    if (pid != NO_PID || !argument.matches("\\d{1,10}")) {
      throw new UsageException("status [--json] [PID]; not '" + argument + "'");
    }
    pid = Long.parseLong(argument);
  }

  private void list() throws IOException {
    Path folder = Inquiry.folder(Options.ofProcess().get(Option.SHM_DIR));
    TextTable table = new TextTable("PID", "CONNECTIONS", "COMMAND");
    boolean any = false;
    for (String name : Inquiry.present(folder)) {
      long present = pidOf(name);
      if (present == NO_PID) {
        continue;
      }
      String count;
      try (Inquiry inquiry = Inquiry.of(folder, name)) {
        if (inquiry == null) {
          continue;
        }
        count = Integer.toString(inquiry.count());
      } catch (IOException e) {
        err.println("jfs: JVM " + present + " does not answer: " + Log.describe(e));
        count = "?";
      }
      any = true;
      String program = program(new Jvm(proc, present));
      if (json) {
        String number = count.equals("?") ? "null" : count;
        out.println(
            ("{\"pid\":" + present + ",\"connections\":" + number)
                + (",\"command\":" + Json.string(program) + "}"));
      } else {
        table.add(present, count, program);
      }
    }
    if (!any) {
      err.println("jfs: no JVM that you run has made a connection with JFS (" + folder + ")");
    } else if (!json) {
      table.lines().forEach(out::println);
    }
  }

  private static long pidOf(String name) {
    int hyphen = name.indexOf('-');
    return hyphen > 0 && name.substring(0, hyphen).matches("\\d{1,10}")
        ? Long.parseLong(name, 0, hyphen, 10)
        : NO_PID;
  }

  private static String program(Jvm jvm) {
    try {
      return jvm.command().program();
    } catch (IOException e) {
      return "?";
    }
  }

  private void show() throws IOException, CommandException {
    Jvm jvm = new Jvm(proc, pid);
    if (!jvm.exists()) {
      throw new CommandException("there is no process " + pid);
    }
    String user = jvm.user();
    if (!user.equals(new Jvm(proc, ProcessHandle.current().pid()).user())) {
      throw new CommandException(
          "process " + pid + " is of another user (" + user + "), who has to ask himself");
    }
    if (!jvm.isJvm()) {
      throw new CommandException("process " + pid + " is not a JVM");
    }
    Options options = jvm.command().options();
    Path folder = folder(jvm, options);
    List<ConnectionReport> connections = ask(folder);
    if (connections == null) {
      throw new CommandException("JVM " + pid + " " + whyNot(jvm, options, folder));
    }
    connections.sort(Comparator.comparingInt(ConnectionReport::number));
    if (json) {
      connections.forEach(connection -> out.println(connection.json()));
    } else {
      print(connections);
    }
  }

  /** Where the JVM's own options say, or else this one's. */
  private static Path folder(Jvm jvm, Options options) throws IOException {
    String its = options.get(Option.SHM_DIR);
    return its.isEmpty()
        ? Inquiry.folder(Options.ofProcess().get(Option.SHM_DIR))
        : Inquiry.folder(jvm.resolve(its).toString());
  }

  /** Null if nobody is there to be asked. There may be two, in two class loaders. */
  private List<ConnectionReport> ask(Path folder) throws IOException, CommandException {
    List<ConnectionReport> connections = null;
    for (String name : Inquiry.present(folder)) {
      if (pidOf(name) != pid) {
        continue;
      }
      try (Inquiry inquiry = Inquiry.of(folder, name)) {
        if (inquiry != null) {
          connections = connections == null ? new ArrayList<>() : connections;
          connections.addAll(inquiry.connections());
        }
      } catch (SocketTimeoutException e) {
        throw new CommandException("JVM " + pid + " does not answer: " + e.getMessage());
      }
    }
    return connections;
  }

  private static String whyNot(Jvm jvm, Options options, Path folder) throws IOException {
    if (!jvm.hasJfs() || !options.isEnabled()) {
      return "runs without JFS";
    }
    if (options.get(Option.SHM).equals("off")) {
      return "runs with shm=off, and then cannot be asked";
    }
    ShmCheck check = new ShmCheck(folder);
    if (!check.isUsable()) {
      return "cannot be asked: " + check.place();
    }
    return "has made no connection yet (nothing of it is in " + folder + ")";
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
