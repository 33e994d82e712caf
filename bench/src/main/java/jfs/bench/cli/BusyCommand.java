package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.harness.Cpus;
import jfs.bench.harness.Neighbours;
import jfs.bench.harness.Plan;
import jfs.bench.harness.Programs;
import jfs.bench.harness.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code Bench busy}. */
@Command(
    name = "busy",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Round trips beside threads that compute, one for each CPU: who spins there takes a CPU from",
      "whom it waits for, and may lose it in the midst of a message."
    })
public final class BusyCommand implements Callable<Integer> {

  /** Slices of some thousand echoes, for a p99.9. */
  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.allRounds(2, 20, 1000, 3000);

  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(1, 5, 200, 500);

  private static final int[] SIZES = {1 << 10, 1 << 20};
  private static final int LEAST_MESSAGES = 1000;

  @Mixin private SuiteOptions options;

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>();
    for (int size : SIZES) {
      workloads.add(
          new Workload(Sizes.print(size), "echo " + size, size, 2, LEAST_MESSAGES, Long.MAX_VALUE));
    }
    Plan plan = options.plan(Programs.PING_PONG, workloads, NORMAL, QUICK);
    try (Neighbours all = new Neighbours(Cpus.ofProcess().size())) {
      return SuiteRun.of(Suite.BUSY, plan, options);
    }
  }
}
