package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.host.BenchException;
import jfs.bench.host.Cpus;
import jfs.bench.host.Neighbours;
import jfs.bench.host.Quota;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench busy}. */
@Command(
    name = "busy",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Round trips beside threads that compute, one for each CPU: a thread that spins there takes",
      "the CPU from its peer, and may lose it in the midst of a message. Or, with --quota, of JVMs",
      "whose processor time is limited: a thread that spins spends what its program needs."
    })
public final class BusyCommand implements Callable<Integer> {

  /** Slices of some thousand echoes, for a p99.9. */
  private static final SuiteOptions.Effort BESIDE_OTHERS =
      SuiteOptions.Effort.allRounds(2, 20, 1000, 3000);

  /** From a JVM's second second on. */
  private static final SuiteOptions.Effort LIMITED =
      SuiteOptions.Effort.allRounds(5, 5, 1000, 1000);

  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(1, 5, 200, 500);

  private static final int SMALL = 1 << 10;
  private static final int LARGE = 1 << 20;
  private static final int LEAST_MESSAGES = 10;
  private static final int LEAST_FOR_TAILS = 1000;
  private static final double LEAST_QUOTA = 0.05;
  private static final double MOST_QUOTA = 1000;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--quota",
      paramLabel = "CPUS",
      description =
          "Limit each JVM to so much of a CPU, or so many, by a control group; no other threads"
              + " compute then. Needs the right to make control groups.")
  private Double quota;

  @Override
  public Integer call() {
    if (quota != null && !(quota >= LEAST_QUOTA && quota <= MOST_QUOTA)) {
      throw options.refusal("--quota must be " + LEAST_QUOTA + " to " + (int) MOST_QUOTA);
    }
    return quota == null ? besideOthers() : limited();
  }

  private int besideOthers() {
    Plan plan = plan(LEAST_FOR_TAILS, BESIDE_OTHERS, SMALL, LARGE);
    try (Neighbours all = new Neighbours(Cpus.ofProcess().size())) {
      return SuiteRun.of(Suite.BUSY, plan, options);
    }
  }

  private int limited() {
    Plan plan = plan(LEAST_MESSAGES, LIMITED, SMALL);
    try (Quota limit = limit()) {
      return SuiteRun.of(Suite.BUSY, plan.within(limit), options);
    }
  }

  private Quota limit() {
    try {
      return new Quota(quota);
    } catch (BenchException e) {
      throw options.refusal("--quota: " + e.getMessage());
    }
  }

  private Plan plan(int least, SuiteOptions.Effort effort, int... sizes) {
    List<Workload> workloads = new ArrayList<>();
    for (int size : sizes) {
      String echo = "echo " + size;
      workloads.add(new Workload(Sizes.print(size), echo, size, 2, least, Long.MAX_VALUE));
    }
    return options.plan(Programs.PING_PONG, workloads, effort, QUICK);
  }
}
