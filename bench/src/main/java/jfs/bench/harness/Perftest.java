package jfs.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
  public Pair start(String variant, Plan plan, Path folder) {
    return new PerftestPair(variant, plan);
  }

  @Override
  public Optional<String> obstacle(Plan plan) {
    if (!plan.programs().equals(Programs.PING_PONG)) {
      return Optional.of("for pingpong only");
    }
    if (plan.route().isEmpty()) {
      return Optional.of(NEEDS_DEVICES);
    }
    for (String program : List.of(LATENCY, BANDWIDTH, AT_ONCE.get(0))) {
      if (!Executables.exists(program)) {
        return Optional.of("no " + program + " on this host");
      }
    }
    return Optional.empty();
  }

  static List<String> server(Plan plan, Workload workload, long count) {
    return command(plan.placement().server(Cpus.ofProcess()), workload, count);
  }

  static List<String> client(Plan plan, Workload workload, long count) {
    List<String> command = command(plan.placement().client(Cpus.ofProcess()), workload, count);
    command.add(plan.route().orElseThrow().server().getHostAddress());
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
