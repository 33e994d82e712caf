package jfs.bench.cli;

import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Demo;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code Bench rmi}: the demo. */
@Command(
    name = "rmi",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "RMI: null call, arrays of 100 KB, a tree of 1023 nodes.")
public final class RmiCommand implements Callable<Integer> {

  /**
   * Warm-up as long as it takes to compile an RMI call: with a compiler at work, three threads want
   * the two processors of a small machine, and what is measured is how they share them.
   */
  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.allRounds(3, 20, 30, 3000).spread();

  private static final SuiteOptions.Effort QUICK =
      SuiteOptions.Effort.allRounds(1, 10, 30, 300).spread();
  private static final int LEAST_CALLS = 20;
  private static final int ARRAY_BYTES = 100 << 10;
  private static final int TREE_LEVELS = 10;
  private static final int TREE_BYTES = ((1 << TREE_LEVELS) - 1) * 4 * Integer.BYTES;

  @Mixin private SuiteOptions options;

  @Override
  public Integer call() {
    List<Workload> workloads =
        List.of(
            workload("null call", "null 0", 0),
            workload("byte[] 100 KB", "bytes " + ARRAY_BYTES, ARRAY_BYTES),
            workload("int[] 100 KB", "ints " + ARRAY_BYTES / Integer.BYTES, ARRAY_BYTES),
            workload("double[] 100 KB", "doubles " + ARRAY_BYTES / Double.BYTES, ARRAY_BYTES),
            workload("tree of 1023 nodes", "tree " + TREE_LEVELS, TREE_BYTES));
    Plan plan = options.plan(Programs.RMI, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.RMI, plan, options, Demo::sentences);
  }

  private static Workload workload(String label, String command, int bytes) {
    return new Workload(label, command, bytes, 1, LEAST_CALLS, Long.MAX_VALUE);
  }
}
