package jfs.bench.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code Bench comms1}. */
@Command(
    name = "comms1",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "COMMS1, as Visper was measured: arrays of double to another JVM and back, by RMI; a line"
            + " through the times gives the latency and the time a byte.")
public final class Comms1Command implements Callable<Integer> {

  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.allRounds(3, 20, 30, 3000).spread();
  private static final SuiteOptions.Effort QUICK =
      SuiteOptions.Effort.allRounds(1, 10, 30, 300).spread();
  private static final int LEAST_TRIPS = 10;

  /** About 10 bytes to 1 MB, as in the paper, without its 1 byte, which is no array of double. */
  private static final int[] LENGTHS = {1, 13, 125, 1250, 12_500, 125_000};

  @Mixin private SuiteOptions options;

  @Override
  public Integer call() {
    List<Workload> workloads =
        IntStream.of(LENGTHS)
            .mapToObj(
                length ->
                    new Workload(
                        "double[" + length + "]",
                        "2 comms1 " + length,
                        (long) length * Double.BYTES,
                        2,
                        LEAST_TRIPS,
                        Long.MAX_VALUE))
            .toList();
    Plan plan = options.plan(Programs.APPS, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.COMMS1, plan, options);
  }
}
