package jfs.agent.launch;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
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

  private static final String ROOT = "0";

  /** Stands for bytes that are no character. */
  private static final char UNREADABLE = '\uFFFD';

  /** How long a JVM may take, which for the agent may have to change many classes. */
  private static final long PATIENCE_MILLIS = TimeUnit.MINUTES.toMillis(2);

  private final String command;
  private final Path proc;

  /** An option with a file that was not named by its whole path; null if there is none. */
  private String relative;

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
    withoutComma(option);
    Options one = Options.of(option, Map.of(), Map.of());
    if (!one.warnings().isEmpty()) {
      throw new UsageException(one.warnings().get(0).replace("ignored: ", ""));
    }
    for (Option known : Option.all()) {
      if (one.isSet(known)) {
        return withoutComma(known.key() + "=" + seenFromElsewhere(known, one.get(known)));
      }
    }
    return option;
  }

  /** The comma would part the options; the folder of a file may have one, too. */
  private static String withoutComma(String option) throws UsageException {
    if (option.indexOf(',') >= 0) {
      throw new UsageException("a value cannot have a comma: '" + option + "'");
    }
    return option;
  }

  /** The other process has another working directory, perhaps. */
  private String seenFromElsewhere(Option option, String value) {
    List<String> choices = Arrays.asList(option.choices().split("\\|", -1));
    if (!choices.contains(FILE) || choices.contains(value) || Path.of(value).isAbsolute()) {
      return value;
    }
    String folder = System.getProperty("user.dir");
    if (folder.indexOf(UNREADABLE) >= 0) { // the path would have question marks for it
      throw new InvalidPathException(folder, "The folder's name cannot be read");
    }
    relative = option.key() + "=" + value;
    return Path.of(value).toAbsolutePath().toString();
  }

  private String ask(String pid, String words, String key) throws CommandException {
    try {
      Jvm process = new Jvm(proc, Long.parseLong(pid));
      Jvm own = new Jvm(proc, ProcessHandle.current().pid());
      check(process, pid, own);
      if (!command.equals(Steering.ATTACH) && !process.hasJfs()) {
        throw new CommandException("JVM " + pid + " runs without JFS");
      }
      String jar = jar();
      if (process.isElsewhere(own)) {
        checkFiles(process, pid, jar);
      }
      return inTime(() -> tell(pid, jar, words, key), PATIENCE_MILLIS);
    } catch (NoClassDefFoundError e) {
      throw new CommandException("this Java lacks the module jdk.attach: use that of a JDK");
    } catch (TimeoutException e) {
      throw new CommandException("JVM " + pid + " does not answer; it may obey later");
    } catch (AgentLoadException e) {
      throw new CommandException(
          ("JVM " + pid + " takes no agent: " + Log.describe(e))
              + "; its user has to be able to read the jar");
    } catch (AttachNotSupportedException | AgentInitializationException e) {
      throw new CommandException("JVM " + pid + " takes no agent: " + Log.describe(e));
    } catch (IOException | URISyntaxException e) {
      throw new CommandException("JVM " + pid + " cannot be asked: " + Log.describe(e));
    } catch (RuntimeException | CommandException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // nothing above throws another
    }
  }

  private static String tell(String pid, String jar, String words, String key) throws Exception {
    VirtualMachine jvm = VirtualMachine.attach(pid);
    try {
      jvm.loadAgent(jar, words);
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

  private static void check(Jvm jvm, String pid, Jvm own) throws IOException, CommandException {
    if (!jvm.exists()) {
      throw new CommandException("there is no process " + pid);
    }
    long process = jvm.process();
    if (process != Long.parseLong(pid)) { // the signal would go to that
      throw new CommandException(pid + " is a thread of process " + process);
    }
    String user = jvm.user();
    String asker = own.user();
    if (!asker.equals(ROOT) && !asker.equals(user)) { // what follows cannot be seen of it
      throw new CommandException("process " + pid + " is of another user (" + user + ")");
    }
    if (!jvm.isJvm()) { // it would be killed by the signal
      throw new CommandException("process " + pid + " is not a JVM");
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

  /** A JVM in a container has other files: what it does not find there it would not name. */
  private void checkFiles(Jvm jvm, String pid, String jar) throws CommandException {
    if (!Files.exists(jvm.reached(Path.of(jar)))) {
      throw new CommandException(
          ("JVM " + pid + " does not see " + jar + ", as in a container:")
              + " put the jar at that path there, or run the command there");
    }
    if (relative != null) {
      throw new CommandException(
          ("JVM " + pid + " has other files, as in a container: '" + relative)
              + "' has to be the whole path of a file there");
    }
  }

  private static String jar() throws URISyntaxException, CommandException {
    String jar =
        Path.of(SteerCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    if (jar.indexOf('=') >= 0) { // the agent's arguments would begin there
      throw new CommandException("no JVM takes an agent from a path with '=': " + jar);
    }
    return jar;
  }
}
