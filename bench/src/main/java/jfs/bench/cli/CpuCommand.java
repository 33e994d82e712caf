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

/** {@code Bench cpu}. */
@Command(
    name = "cpu",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "CPU time a message of echoes of 100 bytes, asked for at several paces.")
public final class CpuCommand implements Callable<Integer> {

  /** The clock of CPU time moves in steps of 10 ms: of the least pace a slice has a dozen so. */
  private static final SuiteOptions.Effort NORMAL = SuiteOptions.Effort.allRounds(3, 8, 1500, 2000);

  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(1, 10, 400, 500);

  private static final int MESSAGE_BYTES = 100;
  private static final int LEAST_ECHOES = 10;
  private static final int MOST_A_SECOND = 100_000;
  private static final int MICROS_PER_SECOND = 1_000_000;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--rates",
      split = ",",
      paramLabel = "N",
      defaultValue = "1000,10000,0",
      description =
          "Echoes a second, by commas; 0: as many as there can be (default: ${DEFAULT-VALUE}).")
  private List<Integer> rates;

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>();
    for (int rate : new LinkedHashSet<>(rates)) {
      if (rate < 0 || rate > MOST_A_SECOND) {
        throw options.refusal("--rates must be 0 to " + MOST_A_SECOND);
      }
      workloads.add(
          new Workload(
              rate == 0 ? "at once" : rate + " a second",
              "pace " + (rate == 0 ? 0 : MICROS_PER_SECOND / rate),
              MESSAGE_BYTES,
              2,
              LEAST_ECHOES,
              Long.MAX_VALUE));
    }
    Plan plan = options.plan(Programs.CPU, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.CPU, plan, options);
  }
}
