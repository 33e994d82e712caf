package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Demo;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench rmi}: the demo. */
@Command(
    name = "rmi",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "RMI: null call, arrays of 100 KB, a tree of 1023 nodes; other graphs of objects.")
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
  private static final int POINTS_BYTES = 1000 * 2 * Integer.BYTES;
  private static final int TREE_BYTES = ((1 << TREE_LEVELS) - 1) * 4 * Integer.BYTES;

  /** What the demo has time for. */
  private static final List<Workload> SHORTER =
      List.of(
          workload("null call", "null 0", 0),
          workload("byte[] 100 KB", "bytes " + ARRAY_BYTES, ARRAY_BYTES),
          workload("int[] 100 KB", "ints " + ARRAY_BYTES / Integer.BYTES, ARRAY_BYTES),
          workload("double[] 100 KB", "doubles " + ARRAY_BYTES / Double.BYTES, ARRAY_BYTES),
          workload("tree of 1023 nodes", "tree " + TREE_LEVELS, TREE_BYTES));

  private static final List<Workload> OBJECTS =
      List.of(
          workload("tree made for the call", "fresh " + TREE_LEVELS, TREE_BYTES),
          workload("1,000 points", "points 1000", POINTS_BYTES),
          workload("1,000 strings", "strings 1000", 0),
          workload("map of 1,000", "map 1000", 0),
          workload("1 order", "orders 1", 0),
          workload("100 orders", "orders 100", 0));

  @Mixin private SuiteOptions options;

  @Option(
      names = "--calls",
      split = ",",
      paramLabel = "KIND",
      description =
          "Only these, by commas: null, bytes, ints, doubles, tree, fresh, points, strings, map,"
              + " orders (default: all; with --quick, the first five).")
  private Set<String> calls;

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>(SHORTER);
    if (!options.isQuick() || calls != null) {
      workloads.addAll(OBJECTS);
    }
    workloads.removeIf(workload -> calls != null && !calls.contains(kind(workload)));
    Plan plan = options.plan(Programs.RMI, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.RMI, plan, options, Demo::sentences);
  }

  /** The first word of its command; the second is how much is sent. */
  private static String kind(Workload workload) {
    return workload.command().substring(0, workload.command().indexOf(' '));
  }

  private static Workload workload(String label, String command, int bytes) {
    return new Workload(label, command, bytes, 1, LEAST_CALLS, Long.MAX_VALUE);
  }
}
