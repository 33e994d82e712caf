package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench connections}. */
@Command(
    name = "connections",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "What open connections take: memory and CPU time while nothing is said, and echoes on one"
            + " after the other; a thread at the server for each.")
public final class ConnectionsCommand implements Callable<Integer> {

  private static final SuiteOptions.Effort NORMAL = SuiteOptions.Effort.allRounds(3, 7, 100, 1000);
  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(1, 3, 50, 300);
  private static final int IDLE_MILLIS = 1000;
  private static final int MOST = 20_000;
  private static final int MESSAGE_BYTES = 100;

  /** So that the heap's size does not hide what objects take; see the programs' Memory. */
  private static final List<String> JVM_ARGUMENTS = List.of("-XX:+AlwaysPreTouch");

  @Mixin private SuiteOptions options;

  @Option(
      names = "--connections",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,100,1000,10000",
      description = {
        "How many, by commas (default: ${DEFAULT-VALUE}); memory is told beyond that of the least."
      })
  private List<Integer> connections;

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>();
    for (int count : new TreeSet<>(connections)) {
      if (count < 1 || count > MOST) {
        throw options.refusal("--connections must be 1 to " + MOST + ", not " + count);
      }
      workloads.add(
          new Workload(count + " busy", "busy " + count, MESSAGE_BYTES, 2, count, Long.MAX_VALUE));
      workloads.add(Workload.idle(count + " idle", count, IDLE_MILLIS));
    }
    Plan plan =
        options
            .plan(Programs.CONNECTIONS, workloads, NORMAL, QUICK)
            .withJvmArguments(JVM_ARGUMENTS);
    return SuiteRun.of(Suite.CONNECTIONS, plan, options);
  }
}
