package jfs.agent.launch;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jfs.agent.install.Steering;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.runtime.ServiceThreads;

/**
 * {@code attach PID [OPTION=VALUE ...]}, {@code set PID OPTION=VALUE ...} and {@code detach PID}:
 * attaches the agent to a JVM that runs, with the command, and says what became of it.
 */
final class SteerCommand {

  private static final String FILE = "FILE";

  /** How long a JVM may take, which for the agent may have to change many classes. */
  private static final long PATIENCE_MILLIS = TimeUnit.MINUTES.toMillis(2);

  private final String command;
  private final Path proc;

  /**
   * Makes a command.
   *
   * @param command one of those of {@link Steering}
   * @param proc {@code /proc}
   */
  SteerCommand(String command, Path proc) {
    this.command = command;
    this.proc = proc;
  }

  void run(PrintStream out, String... arguments) throws UsageException, CommandException {
    String pid = arguments.length == 0 ? "" : arguments[0];
    int options = arguments.length - 1;
    boolean few = command.equals(Steering.SET) && options < 1;
    boolean many = command.equals(Steering.DETACH) && options > 0;
    if (!pid.matches("\\d{1,10}") || few || many) {
      throw new UsageException(usage());
    }
    String number = Long.toHexString(System.nanoTime()) + "-" + ProcessHandle.current().pid();
    StringJoiner words = new StringJoiner(",").add(command + ":" + number);
    for (String argument : Arrays.copyOfRange(arguments, 1, arguments.length)) {
      words.add(option(argument));
    }
    String reply = ask(pid, words.toString(), Steering.REPLY + number);
    if (reply.startsWith(Steering.REFUSED)) {
      throw new CommandException("JVM " + pid + ": " + reply);
    }
    out.println("JVM " + pid + ": " + TerminalText.of(reply));
  }

  private String usage() {
    return switch (command) {
      case Steering.SET -> "set PID OPTION=VALUE ...";
      case Steering.DETACH -> "detach PID";
      default -> "attach PID [OPTION=VALUE ...]";
    };
  }

  private String option(String argument) throws UsageException {
    String option = argument.startsWith("--") ? argument.substring(2) : argument;
    if (option.indexOf('=') < 0) {
      throw new UsageException(usage() + "; not '" + argument + "'");
    }
    if (option.indexOf(',') >= 0) {
      throw new UsageException("a value cannot have a comma: '" + argument + "'");
    }
    Options one = Options.of(option, Map.of(), Map.of());
    if (!one.warnings().isEmpty()) {
      throw new UsageException(one.warnings().get(0).replace("ignored: ", ""));
    }
    for (Option known : Option.all()) {
      if (one.isSet(known)) {
        return known.key() + "=" + seenFromElsewhere(known, one.get(known));
      }
    }
    return option;
  }

  /** The other process has another working directory, perhaps. */
  private static String seenFromElsewhere(Option option, String value) {
    List<String> choices = Arrays.asList(option.choices().split("\\|", -1));
    return choices.contains(FILE) && !choices.contains(value)
        ? Path.of(value).toAbsolutePath().toString()
        : value;
  }

  private String ask(String pid, String words, String key) throws CommandException {
    try {
      Jvm process = new Jvm(proc, Long.parseLong(pid));
      check(process, pid);
      if (!command.equals(Steering.ATTACH) && !process.hasJfs()) {
        throw new CommandException("JVM " + pid + " runs without JFS");
      }
      return inTime(() -> tell(pid, words, key), PATIENCE_MILLIS);
    } catch (NoClassDefFoundError e) {
      throw new CommandException("this Java lacks the module jdk.attach: use that of a JDK");
    } catch (TimeoutException e) {
      throw new CommandException("JVM " + pid + " does not answer; it may obey later");
    } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
      throw new CommandException("JVM " + pid + " takes no agent: " + Log.describe(e));
    } catch (IOException | URISyntaxException e) {
      throw new CommandException("JVM " + pid + " cannot be asked: " + Log.describe(e));
    } catch (RuntimeException | CommandException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // nothing above throws another
    }
  }

  private static String tell(String pid, String words, String key) throws Exception {
    VirtualMachine jvm = VirtualMachine.attach(pid);
    try {
      jvm.loadAgent(jar(), words);
      String reply = jvm.getAgentProperties().getProperty(key);
      return reply == null
          ? Steering.REFUSED + "its JFS, or its Java, is older, or could not answer"
          : reply;
    } finally {
      jvm.detach();
    }
  }

  /**
   * Does something that may take for ever: the JDK sets no limit to the time of a JVM that was
   * attached to before.
   *
   * @throws TimeoutException if it took longer; it goes on as long as this JVM runs
   */
  static String inTime(Callable<String> task, long millis) throws Exception {
    FutureTask<String> answer = new FutureTask<>(task);
    ServiceThreads.daemon(answer, "jfs-steer").start();
    try {
      return answer.get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }

  private static void check(Jvm jvm, String pid) throws IOException, CommandException {
    if (!jvm.exists()) {
      throw new CommandException("there is no process " + pid);
    }
    long process = jvm.process();
    if (process != Long.parseLong(pid)) { // the signal would go to that
      throw new CommandException(pid + " is a thread of process " + process);
    }
    if (!jvm.isJvm()) { // it would be killed by the signal
      throw new CommandException("process " + pid + " is not a JVM, or of another user");
    }
    if (jvm.isStopped()) { // it could answer only when it goes on
      throw new CommandException("JVM " + pid + " is stopped: kill -CONT " + pid);
    }
    if (!jvm.hearsOfAttaching()) {
      throw new CommandException(
          "JVM " + pid + " takes no agent: it does not catch SIGQUIT (-Xrs)");
    }
    if (jvm.command().forbidsAttaching()) { // it would print its threads amid the program's output
      throw new CommandException("JVM " + pid + " takes no agent: +DisableAttachMechanism");
    }
  }

  private static String jar() throws URISyntaxException {
    return Path.of(SteerCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }
}
