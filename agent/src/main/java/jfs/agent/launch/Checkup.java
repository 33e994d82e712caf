package jfs.agent.launch;

import java.util.List;
import jfs.core.config.Options;

/**
 * The program that {@code doctor} has another JVM run under the agent, to say what it gets there:
 * so that nobody has to guess how an agent decides that was started from a command line.
 */
public final class Checkup {

  private Checkup() {}

  /** Prints what there is; exits with 1 if something that was asked for cannot be had. */
  public static void main(String[] arguments) {
    boolean json = arguments.length > 0 && arguments[0].equals(Doctor.JSON);
    List<Check> checks = Checks.of(Options.ofProcess());
    boolean failed = false;
    for (Check check : checks) {
      System.out.println(json ? check.json() : check.line());
      failed |= check.state() == Check.State.FAILED;
    }
    System.exit(failed ? 1 : 0);
  }
}
