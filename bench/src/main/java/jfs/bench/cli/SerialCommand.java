package jfs.bench.cli;

import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code Bench serial}. */
@Command(
    name = "serial",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Graphs of objects, written to memory or a file and read again: the JDK's object streams,"
            + " with and without JFS, and libraries with forms of their own.")
public final class SerialCommand implements Callable<Integer> {

  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.allRounds(3, 20, 30, 3000).spread();

  private static final SuiteOptions.Effort QUICK =
      SuiteOptions.Effort.allRounds(1, 10, 30, 300).spread();

  private static final List<String> USUAL =
      List.of("jdk", "jfs-streams", "kryo", "fory", "hessian");

  private static final int LEAST_GRAPHS = 20;

  @Mixin private SuiteOptions options;

  @Override
  public Integer call() {
    List<Workload> workloads =
        List.of(
            workload("tree of 1023 nodes", "buffer tree 10"),
            workload("1,000 points", "buffer points 1000"),
            workload("1,000 strings", "buffer strings 1000"),
            workload("map of 1,000", "buffer map 1000"),
            workload("1 order", "buffer orders 1"),
            workload("100 orders", "buffer orders 100"),
            workload("int[] 100 KB", "buffer ints 25600"),
            workload("tree, file", "file tree 10"),
            workload("100 orders, file", "file orders 100"));
    Plan plan = options.plan(Programs.SERIAL, workloads, NORMAL, QUICK, USUAL);
    return SuiteRun.of(Suite.SERIAL, plan, options);
  }

  private static Workload workload(String label, String command) {
    return new Workload(label, command, 0, 1, LEAST_GRAPHS, Long.MAX_VALUE);
  }
}
