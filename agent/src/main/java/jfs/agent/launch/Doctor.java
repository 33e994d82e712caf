package jfs.agent.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import jfs.core.config.Log;
import jfs.core.config.Options;

/**
 * Says what a command line gets of what it asks for. To find out, it starts a JVM with the same
 * flags, environment and options as this one, under the agent, which runs {@link Checkup}.
 */
final class Doctor {

  static final String JSON = "--json";

  private static final String USAGE =
      "doctor [--json] [--java=JAVA] [--explain=HOST:PORT] [OPTION=VALUE ...]";
  private static final String JAVA = "--java=";
  private static final String EXPLAIN = "--explain=";

  private final Path proc;
  private final StringJoiner options = new StringJoiner(",");
  private String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private boolean json;
  private String explained = "";

  /** Of the JVM that was asked last, as the next field. */
  private int status;

  private boolean hasOtherAgents;

  private Doctor(Path proc) {
    this.proc = proc;
  }

  /**
   * Runs the command.
   *
   * @param proc {@code /proc}
   * @return the exit status: 1 if something that is asked for is not available
   */
  static int run(Path proc, PrintStream out, String... arguments)
      throws UsageException, CommandException {
    Doctor doctor = new Doctor(proc);
    for (String argument : arguments) {
      doctor.parse(argument);
    }
    try {
      return doctor.ask(out);
    } catch (IOException | URISyntaxException e) {
      throw new CommandException("cannot run " + doctor.java + ": " + Log.describe(e));
    } catch (InterruptedException e) {
      throw new CommandException("interrupted");
    }
  }

  private void parse(String argument) throws UsageException {
    if (argument.equals(JSON)) {
      json = true;
      return;
    }
    if (argument.startsWith(JAVA) && argument.length() > JAVA.length()) {
      java = argument.substring(JAVA.length());
      return;
    }
    if (argument.startsWith(EXPLAIN)) {
      explained = argument.substring(EXPLAIN.length());
      if (!RuleExplanation.isAddress(explained)) {
        throw new UsageException(EXPLAIN + "HOST:PORT; not '" + argument + "'");
      }
      return;
    }
    String option = argument.startsWith("--") ? argument.substring(2) : argument;
    if (option.indexOf('=') < 0) {
      throw new UsageException(USAGE + "; not '" + argument + "'");
    }
    if (option.indexOf(',') >= 0) {
      throw new UsageException("a value cannot have a comma: '" + argument + "'");
    }
    List<String> warnings = Options.of(option, Map.of(), Map.of()).warnings();
    if (!warnings.isEmpty()) {
      throw new UsageException(warnings.get(0).replace("ignored: ", ""));
    }
    options.add(option);
  }

  private int ask(PrintStream out)
      throws IOException, URISyntaxException, InterruptedException, CommandException {
    if (ask(out, true)) {
      return status;
    }
    if (hasOtherAgents) {
      System.err.println("jfs: warn: asked once more, without other agents than JFS");
      if (ask(out, false)) {
        return status;
      }
    }
    throw new CommandException(
        java
            + " cannot run with the agent: exit status "
            + status
            + "; what it said, if it did, is above");
  }

  /**
   * Asks a JVM, and gives its answer.
   *
   * @param withOthers whether with other agents, too: one that opens a port does so in this JVM
   *     already, and may end the other
   * @return whether there was one
   */
  private boolean ask(PrintStream out, boolean withOthers)
      throws IOException, URISyntaxException, InterruptedException {
    String jar =
        Path.of(Doctor.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    ProcessBuilder builder =
        new ProcessBuilder()
            .redirectInput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    ProbeFlags taken = new ProbeFlags(ownFlags(), builder.environment(), withOthers);
    hasOtherAgents = taken.hasOthers();
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(taken.flags());
    String asks = options.toString();
    // The first value of an option counts.
    command.add("-javaagent:" + jar + "=" + asks + "," + taken.agentArguments());
    command.addAll(List.of("-cp", jar, Checkup.class.getName(), asks, explained));
    if (json) {
      command.add(JSON);
    }
    Process asked = builder.command(command).start();
    byte[] answer;
    try (InputStream from = asked.getInputStream()) {
      answer = from.readAllBytes();
    }
    status = asked.waitFor();
    // A JVM that cannot start aborts, and says so on standard output.
    boolean answered = answer.length > 0 && status >= 0 && status <= 1;
    PrintStream to = answered ? out : System.err;
    to.write(answer, 0, answer.length);
    to.flush();
    return answered;
  }

  private List<String> ownFlags() {
    try {
      return new Jvm(proc, ProcessHandle.current().pid()).command().ownFlags();
    } catch (IOException | RuntimeException e) {
      return List.of(); // no proc filesystem
    }
  }
}
