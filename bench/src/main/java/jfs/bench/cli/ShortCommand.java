package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code Bench short}. */
@Command(
    name = "short",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Connections that carry 1 to 50 requests of 1 to 3 writes, from connect to close.")
public final class ShortCommand implements Callable<Integer> {

  /** Warm for long, as connect. */
  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.allRounds(2, 20, 50, 3_000).spread();

  private static final SuiteOptions.Effort QUICK =
      SuiteOptions.Effort.allRounds(1, 10, 30, 300).spread();

  private static final int LEAST_CONNECTIONS = 20;
  private static final int BODY_BYTES = 100;
  private static final int LARGE_BODY_BYTES = 9000;

  @Mixin private SuiteOptions options;

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>();
    for (int writes = 1; writes <= 3; writes++) {
      workloads.add(connections(1, writes, BODY_BYTES));
    }
    workloads.add(connections(1, 2, LARGE_BODY_BYTES));
    for (int requests : new int[] {2, 4, 8, 16, 50}) {
      workloads.add(connections(requests, 2, BODY_BYTES));
    }
    List<String> variants = List.of("jdk", "jfs", "jfs-to-plain", "plain-to-jfs");
    Plan plan = options.plan(Programs.SHORT, workloads, NORMAL, QUICK, variants);
    return SuiteRun.of(Suite.SHORT, plan, options);
  }

  private static Workload connections(int requests, int writes, int bodyBytes) {
    return new Workload(
        requests + " × " + bodyBytes + " B in " + writes,
        "short " + requests + " " + writes + " " + bodyBytes,
        0,
        1,
        LEAST_CONNECTIONS,
        ConnectCommand.mostCycles());
  }
}
