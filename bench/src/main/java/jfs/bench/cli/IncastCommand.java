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

/** {@code Bench incast}. */
@Command(
    name = "incast",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Throughput of several connections that send to one server at once.")
public final class IncastCommand implements Callable<Integer> {

  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.untilKnown(3, 15, 100, 2000).spread();
  private static final SuiteOptions.Effort QUICK =
      SuiteOptions.Effort.untilKnown(1, 7, 50, 500).spread();
  private static final int LEAST_MESSAGES_EACH = 4;
  private static final int MOST_CONNECTIONS = 1000;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many connections (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = Sizes.class,
      defaultValue = "1K,64K",
      description = "Bytes a message, by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Override
  public Integer call() {
    if (connections < 1 || connections > MOST_CONNECTIONS) {
      throw options.refusal("--connections must be 1 to " + MOST_CONNECTIONS);
    }
    List<Workload> workloads = new ArrayList<>();
    for (int size : new LinkedHashSet<>(sizes)) {
      workloads.add(
          new Workload(
              connections + " x " + Sizes.print(size),
              "incast " + connections + " " + size,
              size,
              1,
              LEAST_MESSAGES_EACH * connections,
              Long.MAX_VALUE));
    }
    Plan plan = options.plan(Programs.INCAST, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.INCAST, plan, options);
  }
}
