package jfs.agent.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import jfs.core.config.Options;

/** The command line of a JVM, parsed as its launcher does. */
final class JavaCommand {

  /** Flags with a value in the next argument. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--limit-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--patch-module",
          "--enable-native-access",
          "--source");

  /** Variables with flags that go before those of the command line. */
  private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  /** One with flags that go behind, so that they count. */
  private static final String LAST_VARIABLE = "_JAVA_OPTIONS";

  private static final String NO_FILES = "--disable-@files";

  private static final String AGENT = "-javaagent:";

  private final List<String> flags = new ArrayList<>();
  private final List<String> ownFlags = new ArrayList<>();
  private final StringJoiner agentArguments = new StringJoiner(",");
  private final Map<String, String> environment;
  private final Predicate<String> ofJfs;
  private final List<String> program;

  /**
   * Parses a command line.
   *
   * @param line the first is the launcher's name
   * @param files what is in a file of arguments, by its path; null if that is not known
   * @param ofJfs whether JFS is in the jar of an agent, by its path
   */
  JavaCommand(
      List<String> line,
      Map<String, String> environment,
      UnaryOperator<String> files,
      Predicate<String> ofJfs) {
    this.environment = environment;
    this.ofJfs = ofJfs;
    VARIABLES.forEach(this::addFlagsOf);
    List<String> arguments = new ArrayList<>(line);
    boolean expands = true;
    int expanded = 0; // the words of a file may not name others
    int i = 1;
    while (i < arguments.size()) {
      String argument = arguments.get(i);
      if (!argument.startsWith("-") && !argument.startsWith("@")) {
        break;
      }
      if (expands && i >= expanded && argument.startsWith("@") && !argument.startsWith("@@")) {
        String text = files.apply(argument.substring(1));
        if (text != null) {
          List<String> words = ArgumentFile.words(text);
          arguments.remove(i);
          arguments.addAll(i, words);
          expanded = i + words.size();
          continue;
        }
      }
      expands &= !argument.equals(NO_FILES);
      i++;
      if (argument.equals("-jar") || argument.equals("-m") || argument.equals("--module")) {
        break;
      }
      ownFlags.add(argument);
      if (WITH_VALUE.contains(argument)) {
        ownFlags.addAll(arguments.subList(i, Math.min(i + 1, arguments.size())));
        i++;
      } else {
        flags.add(argument);
      }
    }
    addFlagsOf(LAST_VARIABLE);
    program = arguments.subList(Math.min(i, arguments.size()), arguments.size());
    takeRun();
  }

  private void addFlagsOf(String variable) {
    for (VariableFlag flag : VariableFlag.of(environment.getOrDefault(variable, ""))) {
      flags.add(flag.text());
    }
  }

  /** Takes the arguments of {@code java -jar jfs-agent.jar run} itself. */
  private void takeRun() {
    if (program.size() > 1 && program.get(0).endsWith(".jar") && program.get(1).equals("run")) {
      for (int i = 2; i < program.size() && isForRun(program.get(i)); i++) {
        String argument = program.get(i);
        if (RunCommand.CLASS_PATH.contains(argument)) {
          i++;
        } else if (!argument.startsWith(RunCommand.CLASS_PATH_IS)) {
          agentArguments.add(argument.substring("--".length()));
        }
      }
    }
  }

  private static boolean isForRun(String argument) {
    return RunCommand.CLASS_PATH.contains(argument) || argument.startsWith("--");
  }

  /** What is run, with its arguments, in one line. */
  String program() {
    return String.join(" ", program).replaceAll("\\p{Cntrl}", " ").strip();
  }

  /**
   * The flags of the command line, with their values, as they are; without those that say what to
   * run.
   */
  List<String> ownFlags() {
    return List.copyOf(ownFlags);
  }

  /** Whether the JVM takes no agents while it runs: it then takes the signal for another one. */
  boolean forbidsAttaching() {
    boolean forbidden = false;
    for (String flag : flags) { // the last one counts
      forbidden |= flag.equals("-XX:+DisableAttachMechanism");
      forbidden &= !flag.equals("-XX:-DisableAttachMechanism");
    }
    return forbidden;
  }

  /** The options of JFS, as far as the command line and the environment show them. */
  Options options() {
    Map<String, String> properties = new TreeMap<>();
    StringJoiner all = new StringJoiner(",");
    for (String flag : flags) {
      int equals = flag.indexOf('=');
      if (flag.startsWith(AGENT) && equals > 0) {
        if (ofJfs.test(flag.substring(AGENT.length(), equals))) {
          all.add(flag.substring(equals + 1));
        }
      } else if (flag.startsWith("-D") && equals > 0) {
        properties.put(flag.substring(2, equals), flag.substring(equals + 1));
      }
    }
    return Options.of(all.add(agentArguments.toString()).toString(), properties, environment);
  }
}
