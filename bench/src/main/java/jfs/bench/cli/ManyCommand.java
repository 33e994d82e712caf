package jfs.bench.cli;

import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench many}. */
@Command(
    name = "many",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Echoes of 100 bytes on several connections at once, a thread at each end of each.")
public final class ManyCommand implements Callable<Integer> {

  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.allRounds(3, 15, 200, 2_000);
  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(1, 5, 200, 1_000);
  private static final int LEAST_ECHOES_EACH = 10;
  private static final int MOST_CONNECTIONS = 1000;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "32",
      description = "How many connections (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Override
  public Integer call() {
    if (connections < 1 || connections > MOST_CONNECTIONS) {
      throw options.refusal("--connections must be 1 to " + MOST_CONNECTIONS);
    }
    return run(options, connections);
  }

  /** Runs the suite with so many connections. */
  static int run(SuiteOptions options, int connections) {
    Workload echoes =
        new Workload(
            connections + " x 100",
            "many " + connections,
            100,
            2,
            LEAST_ECHOES_EACH * connections,
            Long.MAX_VALUE);
    Plan plan = options.plan(Programs.many(connections), List.of(echoes), NORMAL, QUICK);
    return SuiteRun.of(Suite.MANY, plan, options);
  }
}
