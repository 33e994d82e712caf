package jfs.bench.program;

import java.io.IOException;
import java.rmi.NotBoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfs.apps.Comms1;
import jfs.apps.Member;
import jfs.apps.Run;
import jfs.bench.child.CpuTime;
import jfs.bench.child.End;
import jfs.bench.child.Hosts;
import jfs.bench.child.Samples;

/**
 * One of the JVMs that run parallel programs. Commands: first, and once, {@code peers PORT...} with
 * the ports of all JVMs by rank, its own included; then {@code run PROGRAM SIZE SEED}, to all JVMs
 * at the same time; {@code sequential PROGRAM SIZE SEED}, to any; {@code comms1 LENGTH COUNT}, to
 * rank 0, which calls rank 1.
 */
final class AppMember implements End {

  /** Longer than any process computes between two messages. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Member member;

  AppMember(int rank, int processes) throws IOException {
    member = Member.open(rank, processes, Hosts.server(), PATIENCE);
  }

  @Override
  public String greeting() {
    return "ready=1 port=" + member.port() + " cpu-step=" + CpuTime.step();
  }

  @Override
  public String answer(String[] command) throws IOException, NotBoundException {
    return switch (command[0]) {
      case "peers" -> meet(Arrays.asList(command).subList(1, command.length));
      case "run" -> time(member.prepare(command[1], size(command), seed(command)));
      case "sequential" -> time(member.prepareAlone(command[1], size(command), seed(command)));
      case "comms1" ->
          time(member.comms1(Integer.parseInt(command[1])), Integer.parseInt(command[2]));
      default -> throw new IllegalArgumentException("no such command: " + command[0]);
    };
  }

  private static int size(String[] command) {
    return Integer.parseInt(command[2]);
  }

  private static long seed(String[] command) {
    return Long.parseLong(command[3]);
  }

  private String meet(List<String> ports) throws IOException, NotBoundException {
    List<Integer> all = new ArrayList<>();
    for (String port : ports) {
      all.add(Integer.valueOf(port));
    }
    member.meet(all);
    return "met=1";
  }

  private static String time(Run run) {
    long cpu = CpuTime.nanos();
    long begin = System.nanoTime();
    run.compute();
    long elapsed = System.nanoTime() - begin;
    cpu = CpuTime.nanos() - cpu;
    return ("elapsed=" + elapsed)
        + (" cpu=" + cpu)
        + (" check=" + run.check())
        + (" messages=" + run.messages())
        + (" bytes=" + run.bytes());
  }

  private static String time(Comms1 comms1, int count) throws IOException {
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      comms1.trip();
      samples.lap();
    }
    return samples.answer(CpuTime.nanos() - cpu);
  }
}
