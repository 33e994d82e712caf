package jfs.bench.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.harness.Plan;
import jfs.bench.harness.Programs;
import jfs.bench.harness.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench pingpong}. */
@Command(
    name = "pingpong",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Half round trip and throughput by message size, and one-way throughput.")
public final class PingPongCommand implements Callable<Integer> {

  /** Warm-up until the first size's code is compiled too; see {@link RmiCommand}. */
  private static final SuiteOptions.Effort NORMAL = new SuiteOptions.Effort(3, 25, 40, 1500);

  private static final SuiteOptions.Effort QUICK = new SuiteOptions.Effort(1, 5, 30, 150);
  private static final int STREAM_BYTES = 64 << 10;
  private static final int LEAST_MESSAGES = 10;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = Sizes.class,
      defaultValue = "1,4,16,64,256,1K,4K,16K,64K,256K,1M,4M,8M",
      description = "Bytes a message, by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Option(names = "--no-stream", description = "Leave out the one-way stream of 64K writes.")
  private boolean noStream;

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>();
    for (int size : new LinkedHashSet<>(sizes)) {
      workloads.add(
          new Workload(Sizes.print(size), "echo " + size, size, 2, LEAST_MESSAGES, Long.MAX_VALUE));
    }
    if (!noStream) {
      workloads.add(
          new Workload(
              "stream " + Sizes.print(STREAM_BYTES),
              "stream " + STREAM_BYTES,
              STREAM_BYTES,
              1,
              LEAST_MESSAGES,
              Long.MAX_VALUE));
    }
    Plan plan = options.plan(Programs.PING_PONG, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.PING_PONG, plan, options);
  }
}
