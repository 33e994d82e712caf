package jfs.agent.install;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfs.core.config.Log;
import jfs.core.config.Options;

/**
 * What the commands {@code attach}, {@code set} and {@code detach} ask of a JVM that runs: they
 * attach the agent with one of these words before its arguments, and get a line back.
 */
public final class Steering {

  /** Before a number and the agent's arguments: {@code set:NUMBER,log=info}. */
  public static final String ATTACH = "attach";

  public static final String SET = "set";
  public static final String DETACH = "detach";

  /** The agent property of the JVM in which the answer is, with the number of the command. */
  public static final String REPLY = "jfs.reply.";

  private static final char COMMA = ',';
  private static final char COLON = ':';

  private Steering() {}

  /** Whether these are the arguments of a command. */
  static boolean isCommand(String arguments) {
    return arguments != null
        && (isOf(ATTACH, arguments) || isOf(SET, arguments) || isOf(DETACH, arguments));
  }

  private static boolean isOf(String command, String arguments) {
    return arguments.startsWith(command + COLON);
  }

  /** The number of a command, by which its own answer is known. */
  static String number(String arguments) {
    int comma = arguments.indexOf(COMMA);
    return arguments.substring(
        arguments.indexOf(COLON) + 1, comma < 0 ? arguments.length() : comma);
  }

  /**
   * Obeys a command. Never throws.
   *
   * @return what became of it, in a line; what was not done begins with {@link #REFUSED}
   */
  static String obey(String arguments, Instrumentation instrumentation) {
    int comma = arguments.indexOf(COMMA);
    String rest = comma < 0 ? "" : arguments.substring(comma + 1);
    try {
      if (isOf(ATTACH, arguments)) {
        return Installation.attach(rest, instrumentation);
      }
      return isOf(DETACH, arguments) ? Installation.detach() : set(rest);
    } catch (Throwable t) {
      return REFUSED + Log.describe(t);
    }
  }

  /** How a line begins that says that nothing was done. */
  public static final String REFUSED = "not done: ";

  private static String set(String values) {
    if (!Installation.isInstalled()) {
      return REFUSED + "JFS is not installed";
    }
    Options asked = Options.of(values, Map.of(), Map.of());
    List<String> troubles = new ArrayList<>(asked.warnings());
    RunningOptions changes = RunningOptions.of(asked, troubles);
    if (!troubles.isEmpty()) {
      return REFUSED + String.join("; ", troubles);
    }
    return "set: " + changes.apply();
  }
}
