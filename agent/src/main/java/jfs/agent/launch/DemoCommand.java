package jfs.agent.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfs.core.config.Log;

/**
 * Runs {@link jfs.agent.demo two programs} on RMI without JFS and with it, and says how long their
 * calls have taken.
 */
final class DemoCommand {

  private static final int PATIENCE_SECONDS = 60;

  /** From this Java on, a flag allows native libraries; JEP 472. */
  private static final int NATIVE_FLAG_SINCE = 24;

  /** A pipe to this program: a file would stay if a signal ended the demo. */
  private static final String SUMMARY = "-Djfs.summary=/dev/stdout";

  private static final Pattern CONNECTIONS =
      Pattern.compile("\"connections\":\\{\"tcp\":(\\d+),\"shm\":(\\d+)");

  private static final Pattern REASON = Pattern.compile("\"reasons\":\\{\"([a-z-]+)\"");

  private final String java;
  private final String jar;
  private final PrintStream out;

  private static final String NUMBER = "\\d{1,18}";

  /** What calls took, in nanoseconds, and all that the client has said afterwards. */
  private record Times(long call, long array, String summary) {}

  /** Makes the command. */
  DemoCommand(PrintStream out) throws URISyntaxException {
    this.out = out;
    java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    jar =
        Path.of(DemoCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
  }

  /** Runs it, which takes a quarter of a minute. */
  void run(String... arguments) throws UsageException, CommandException {
    if (arguments.length > 0) {
      throw new UsageException("demo; not '" + arguments[0] + "'");
    }
    if (ModuleLayer.boot().findModule("java.rmi").isEmpty()) {
      throw new CommandException(
          "this Java has no module java.rmi, without which there is no demo"
              + " (jlink: --add-modules java.rmi)");
    }
    try {
      out.println("A client calls a server by RMI, first without JFS, then with it ...");
      Times without = measure(List.of());
      Times with = measure(flags());
      tell("A call that does nothing", without.call, with.call);
      tell("A call with 100 KB there and back", without.array, with.array);
      out.println(transport(with.summary));
    } catch (IOException e) {
      throw new CommandException("the demo failed: " + Log.describe(e));
    }
  }

  private List<String> flags() {
    List<String> flags = new ArrayList<>();
    flags.add("-javaagent:" + jar + "=enabled=true"); // whatever the user's variables say
    flags.add(SUMMARY);
    if (Runtime.version().feature() >= NATIVE_FLAG_SINCE) {
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    return flags;
  }

  private Times measure(List<String> flags) throws IOException, CommandException {
    // The client's summary alone is read.
    List<String> forServer = flags.stream().filter(flag -> !flag.equals(SUMMARY)).toList();
    Process server = start(forServer, "jfs.agent.demo.DemoServer");
    try (BufferedReader serverSays = server.inputReader(StandardCharsets.US_ASCII)) {
      String port = said(NUMBER, serverSays);
      said("ready", serverSays);
      Process client = start(flags, "jfs.agent.demo.DemoClient", port);
      try (BufferedReader clientSays = client.inputReader(StandardCharsets.US_ASCII)) {
        long call = Long.parseLong(said(NUMBER, clientSays));
        long array = Long.parseLong(said(NUMBER, clientSays));
        return new Times(call, array, String.join(" ", clientSays.lines().toList()));
      } finally {
        client.destroyForcibly();
      }
    } finally {
      server.destroyForcibly();
    }
  }

  /** The next line of this form. The JVM may have others between, as by {@code -Xlog}. */
  private static String said(String form, BufferedReader lines)
      throws IOException, CommandException {
    String last = "nothing";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.matches(form)) {
        return line;
      }
      last = line;
    }
    throw new CommandException("a program of the demo failed; it said: " + TerminalText.of(last));
  }

  /** Starts a program, which does not live for ever. */
  private Process start(List<String> flags, String... program) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(flags);
    command.addAll(List.of("-cp", jar));
    command.addAll(List.of(program));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    // The user's variables may have the agent in every JVM.
    new ProbeFlags(List.of(), builder.environment());
    Process started = builder.start();
    started
        .onExit()
        .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .exceptionally(late -> started.destroyForcibly());
    return started;
  }

  private void tell(String what, long without, long with) {
    out.printf(
        Locale.ROOT,
        "%s took %s microseconds without JFS, and %s with it: %.1f times as fast.%n",
        what,
        micros(without),
        micros(with),
        (double) without / with);
  }

  private static String micros(long nanos) {
    return String.format(Locale.ROOT, nanos < 10_000 ? "%.2f" : "%.0f", nanos / 1e3);
  }

  /** What carried the client's connections, of which the one to the registry is short. */
  private static String transport(String summary) throws CommandException {
    Matcher connections = CONNECTIONS.matcher(summary);
    if (!connections.find()) {
      throw new CommandException("no summary: '" + summary.strip() + "'");
    }
    if (!connections.group(2).equals("0")) {
      return "With JFS, the bytes of the calls went through shared memory.";
    }
    Matcher reason = REASON.matcher(summary);
    return "With JFS, they stayed on TCP, too: "
        + (reason.find() ? reason.group(1) : "no reason is known")
        + ".";
  }
}
