package jfs.bench.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import jfs.bench.variant.Variants;
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
  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.untilKnown(3, 25, 40, 1500).spread();

  private static final SuiteOptions.Effort QUICK =
      SuiteOptions.Effort.untilKnown(1, 9, 25, 300).spread();

  /** NetPIPE's: what a size just beside a power of two makes of a buffer or a page. */
  private static final int PERTURBATION = 3;

  private static final int GREATEST = 8 << 20;
  private static final int STREAM_BYTES = 64 << 10;
  private static final int LEAST_MESSAGES = 10;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = Sizes.class,
      description = {
        "Bytes a message, by commas (default: the powers of two from 1 to 8M; with --quick, every",
        "other one)."
      })
  private List<Integer> sizes;

  @Option(
      names = "--perturbation",
      paramLabel = "BYTES",
      description = "So much less and more than each default size too (default: 3; --quick: 0).")
  private Integer perturbation;

  @Option(names = "--no-stream", description = "Leave out the one-way stream of 64K writes.")
  private boolean noStream;

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>();
    for (int size : sizes == null ? defaultSizes() : new LinkedHashSet<>(sizes)) {
      workloads.add(
          new Workload(Sizes.print(size), "echo " + size, size, 2, LEAST_MESSAGES, Long.MAX_VALUE));
    }
    if (!noStream) {
      workloads.add(StreamCommand.workload(STREAM_BYTES));
    }
    Plan plan = options.plan(Programs.PING_PONG, workloads, NORMAL, QUICK, Variants.usual());
    return SuiteRun.of(Suite.PING_PONG, plan, options);
  }

  private Set<Integer> defaultSizes() {
    int beside = perturbation != null ? perturbation : options.isQuick() ? 0 : PERTURBATION;
    if (beside < 0) {
      throw options.refusal("--perturbation must be at least 0, not " + beside);
    }
    Set<Integer> all = new TreeSet<>();
    for (int size = 1; size <= GREATEST; size *= options.isQuick() ? 4 : 2) {
      for (int near : new int[] {size - beside, size, size + beside}) {
        if (near >= 1) {
          all.add(near);
        }
      }
    }
    return all;
  }
}
