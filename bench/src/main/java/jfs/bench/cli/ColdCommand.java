package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.harness.ColdRuns;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code Bench cold}. */
@Command(
    name = "cold",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "The time from a new JVM's connect to its n-th round trip, and of a JVM that makes no",
      "connection from its start to its exit. --forks says how many JVMs of each variant."
    })
public final class ColdCommand implements Callable<Integer> {

  private static final SuiteOptions.Effort NORMAL = SuiteOptions.Effort.allRounds(20, 1, 1, 1);
  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(3, 1, 1, 1);
  private static final int[] ROUND_TRIPS = {1, 10, 100, 1000, 10_000};

  @Mixin private SuiteOptions options;

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>();
    for (int count : ROUND_TRIPS) {
      workloads.add(of(String.valueOf(count), "round-trips", count));
    }
    workloads.add(of("none: start to exit", ColdRuns.WHOLE, 1));
    Plan plan = options.plan(Programs.SOFTWARE, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.COLD, plan, options);
  }

  private static Workload of(String label, String phase, int count) {
    return new Workload(label, Programs.ECHO + " " + phase, 0, 1, count, count);
  }
}
