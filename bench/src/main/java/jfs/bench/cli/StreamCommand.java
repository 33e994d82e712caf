package jfs.bench.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import jfs.bench.variant.Variants;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench stream}. */
@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "One-way throughput by message size.")
public final class StreamCommand implements Callable<Integer> {

  static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.untilKnown(3, 25, 40, 1500).spread();
  static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.untilKnown(1, 9, 25, 300).spread();
  private static final int LEAST_MESSAGES = 10;

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
        new LinkedHashSet<>(sizes).stream().map(StreamCommand::workload).toList();
    Plan plan = options.plan(Programs.PING_PONG, workloads, NORMAL, QUICK, Variants.usual());
    return SuiteRun.of(Suite.STREAM, plan, options);
  }

  /** Messages of a size one way. */
  static Workload workload(int size) {
    return workload("stream", size, 1);
  }

  /** The same in so many directions, by another word for the client. */
  static Workload workload(String command, int size, int directions) {
    return new Workload(
        command + " " + Sizes.print(size),
        command + " " + size,
        size,
        directions,
        LEAST_MESSAGES,
        Long.MAX_VALUE);
  }
}
