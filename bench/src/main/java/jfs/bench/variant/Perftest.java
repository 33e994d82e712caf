package jfs.bench.variant;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.Cpus;
import jfs.bench.host.Executables;
import jfs.bench.plan.Means;
import jfs.bench.plan.Pair;
import jfs.bench.plan.Programs;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;

/**
 * The programs that measure devices for RDMA: messages without a stream, without flow control and
 * without regard to the peer's CPU. No socket can be faster.
 */
final class Perftest implements Means {

  static final String LATENCY = "ib_write_lat";
  static final String BANDWIDTH = "ib_write_bw";

  /** Tells each line when it is printed; else the C library keeps it back from a pipe. */
  private static final List<String> AT_ONCE = List.of("stdbuf", "-oL");

  @Override
  public Pair start(String variant, VariantSetup setup, List<Workload> workloads, Path folder) {
    return new PerftestPair(variant, setup);
  }

  @Override
  public Optional<String> obstacle(VariantSetup setup) {
    if (!setup.programs().equals(Programs.PING_PONG)) {
      return Optional.of("for pingpong only");
    }
    if (setup.route().isEmpty()) {
      return Optional.of(ObstacleWords.NEEDS_DEVICES);
    }
    for (String program : List.of(LATENCY, BANDWIDTH, AT_ONCE.get(0))) {
      if (!Executables.exists(program)) {
        return Optional.of("no " + program + " on this host");
      }
    }
    return Optional.empty();
  }

  static List<String> server(VariantSetup setup, Workload workload, long count) {
    return command(setup.placement().server(Cpus.ofProcess()), workload, count);
  }

  static List<String> client(VariantSetup setup, Workload workload, long count) {
    List<String> command = command(setup.placement().client(Cpus.ofProcess()), workload, count);
    command.add(setup.route().orElseThrow().server().getHostAddress());
    return command;
  }

  private static List<String> command(List<String> place, Workload workload, long count) {
    List<String> command = new ArrayList<>(place);
    command.addAll(AT_ONCE);
    command.add(isEcho(workload) ? LATENCY : BANDWIDTH);
    // By the connection manager's addresses; and accept a changing processor frequency.
    command.addAll(List.of("-R", "-F", "-n", String.valueOf(count)));
    command.addAll(List.of("-s", String.valueOf(workload.bytes())));
    return command;
  }

  static boolean isEcho(Workload workload) {
    return workload.messages() == 2;
  }
}
