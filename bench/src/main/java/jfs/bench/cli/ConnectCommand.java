package jfs.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code Bench connect}. */
@Command(
    name = "connect",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Connections a second: connect, send 100 bytes, receive their echo, close.")
public final class ConnectCommand implements Callable<Integer> {

  /** Warm for long: what a connection takes is much code, compiled after 60,000 of them or so. */
  private static final SuiteOptions.Effort NORMAL =
      SuiteOptions.Effort.allRounds(5, 20, 50, 12_000);

  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(1, 10, 30, 200);
  private static final int LEAST_CYCLES = 20;

  /** The kernel has 28,000 ports for a client by default, and each is out of use for a minute. */
  private static final long MOST_CYCLES = 24_000;

  /** Unless it is 0, the loopback's ports are out of use for a second only (tcp(7)). */
  private static final Path REUSE = Path.of("/proc/sys/net/ipv4/tcp_tw_reuse");

  @Mixin private SuiteOptions options;

  @Override
  public Integer call() {
    Workload cycles = new Workload("connect", "connect", 0, 1, LEAST_CYCLES, mostCycles());
    Plan plan = options.plan(Programs.CONNECT, List.of(cycles), NORMAL, QUICK);
    return SuiteRun.of(Suite.CONNECT, plan, options);
  }

  static long mostCycles() {
    try {
      return Files.readString(REUSE).strip().equals("0") ? MOST_CYCLES : Long.MAX_VALUE;
    } catch (IOException e) {
      return MOST_CYCLES;
    }
  }
}
