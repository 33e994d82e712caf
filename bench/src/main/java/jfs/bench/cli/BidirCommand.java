package jfs.bench.cli;

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

/** {@code Bench bidir}. */
@Command(
    name = "bidir",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Throughput of both directions of a connection at once, by message size.")
public final class BidirCommand implements Callable<Integer> {

  @Mixin private SuiteOptions options;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = Sizes.class,
      defaultValue = "64,1K,8K,64K,512K,4M",
      description = "Bytes a message, by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Override
  public Integer call() {
    List<Workload> workloads =
        new LinkedHashSet<>(sizes)
            .stream().map(size -> StreamCommand.workload("bidir", size, 2)).toList();
    Plan plan = options.plan(Programs.BIDIR, workloads, StreamCommand.NORMAL, StreamCommand.QUICK);
    return SuiteRun.of(Suite.BIDIR, plan, options);
  }
}
