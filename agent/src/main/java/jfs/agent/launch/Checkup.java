package jfs.agent.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfs.core.config.Options;
import jfs.core.stats.SummaryAtExit;
import jfs.core.transport.Check;

/**
 * The program that {@code doctor} runs in another JVM under the agent, to print what it gets there.
 * So the doctor need not guess what an agent decides that is started from a command line.
 */
public final class Checkup {

  private Checkup() {}

  /**
   * Prints the checks; exits with 1 if something that was asked for is not available.
   *
   * @param arguments the options that the doctor was given, as an agent's arguments; an address
   *     whose rules are to be explained, or nothing; and {@link Doctor#JSON} if that is wanted
   */
  public static void main(String[] arguments) {
    SummaryAtExit.withhold();
    Options asked = Options.of(arguments[0], Map.of(), Map.of());
    boolean json = arguments.length > 2 && arguments[2].equals(Doctor.JSON);
    List<Check> checks = new ArrayList<>(Checks.of(Options.ofProcess(), asked));
    if (!arguments[1].isEmpty()) {
      checks.addAll(RuleExplanation.of(arguments[1], Options.ofProcess()));
    }
    boolean failed = false;
    for (Check check : checks) {
      System.out.println(json ? CheckLine.json(check) : CheckLine.forPeople(check));
      failed |= check.state() == Check.State.FAILED;
    }
    System.exit(failed ? 1 : 0);
  }
}
