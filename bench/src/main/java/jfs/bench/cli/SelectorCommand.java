package jfs.bench.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench selector}. */
@Command(
    name = "selector",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Echoes on channels, with one thread and one selector at each end, and a one-way stream.",
      "jfs-nio-eager (the default beside jdk): the agent with channels=on,shm=eager; jfs-nio, which",
      "leaves TCP after some 30,000 round trips, needs a longer --warmup."
    })
public final class SelectorCommand implements Callable<Integer> {

  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.untilKnown(3, 15, 40, 1500).spread();
  private static final SuiteOptions.Effort QUICK =
      SuiteOptions.Effort.untilKnown(1, 7, 25, 500).spread();
  private static final int LEAST_ECHOES_EACH = 10;
  private static final int MOST_CONNECTIONS = 2000;
  private static final int MESSAGE_BYTES = 100;
  private static final int STREAM_BYTES = 64 << 10;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = Sizes.class,
      defaultValue = "1,100,1K,64K",
      description = "Bytes a message on one connection, by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many where there are several (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Override
  public Integer call() {
    if (connections < 2 || connections > MOST_CONNECTIONS) {
      throw options.refusal("--connections must be 2 to " + MOST_CONNECTIONS);
    }
    List<Workload> workloads = new ArrayList<>();
    for (int size : new LinkedHashSet<>(sizes)) {
      workloads.add(echoes("1 x " + Sizes.print(size), 1, 1, size));
    }
    workloads.add(echoes(connections + " x 100", connections, connections, MESSAGE_BYTES));
    workloads.add(echoes("1 of " + connections + " x 100", connections, 1, MESSAGE_BYTES));
    workloads.add(StreamCommand.workload(STREAM_BYTES));
    Plan plan =
        options.plan(Programs.SELECTOR, workloads, NORMAL, QUICK, List.of("jdk", "jfs-nio-eager"));
    return SuiteRun.of(Suite.SELECTOR, plan, options);
  }

  private static Workload echoes(String label, int connections, int active, int size) {
    return new Workload(
        label,
        "echo " + connections + " " + active + " " + size,
        size,
        2,
        LEAST_ECHOES_EACH * active,
        Long.MAX_VALUE);
  }
}
