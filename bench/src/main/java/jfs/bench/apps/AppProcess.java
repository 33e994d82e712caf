package jfs.bench.apps;

import java.io.IOException;
import java.rmi.NotBoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfs.bench.program.Commands;
import jfs.bench.program.CpuTime;

/**
 * One of the processes that run parallel programs.
 *
 * <p>Arguments: its rank, and how many processes there are. It says {@code ready=1 port=N
 * cpu-step=NANOS}. Commands: first, and once, {@code peers PORT...} with the ports of all processes
 * by rank, its own included; then {@code run PROGRAM SIZE SEED}, to all processes at the same time;
 * {@code sequential PROGRAM SIZE SEED}, to any; {@code comms1 LENGTH COUNT}, to rank 0, which calls
 * rank 1; {@code cpu}, to any.
 */
public final class AppProcess {

  /** Longer than any process computes between two messages. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Endpoint endpoint;
  private final int processes;
  private List<Integer> ports = List.of();
  private World world;

  private AppProcess(Endpoint endpoint, int processes) {
    this.endpoint = endpoint;
    this.processes = processes;
  }

  /** Runs a process until standard input ends. */
  public static void main(String[] args) {
    Commands commands = Commands.open();
    try {
      int processes = Integer.parseInt(args[1]);
      Endpoint endpoint = Endpoint.open(Integer.parseInt(args[0]), processes, PATIENCE);
      AppProcess process = new AppProcess(endpoint, processes);
      Commands.answer("ready=1 port=" + endpoint.port() + " cpu-step=" + CpuTime.step());
      for (; ; ) {
        Commands.answer(process.answer(commands.next()));
      }
    } catch (Exception | Error e) {
      // Other threads, RMI's, would keep the program alive.
      Commands.fail(e);
    }
  }

  private String answer(String[] command) throws IOException, NotBoundException {
    return switch (command[0]) {
      case "peers" -> meet(command);
      case "run" -> run(command, met());
      case "sequential" -> run(command, World.alone());
      case "comms1" -> comms1(Integer.parseInt(command[1]), Integer.parseInt(command[2]));
      case "cpu" -> "cpu=" + CpuTime.nanos();
      default -> throw new IllegalArgumentException("no such command: " + command[0]);
    };
  }

  private String meet(String[] command) throws IOException, NotBoundException {
    List<Integer> all = new ArrayList<>();
    for (String port : Arrays.asList(command).subList(1, command.length)) {
      all.add(Integer.valueOf(port));
    }
    if (all.size() != processes || world != null) {
      throw new IllegalArgumentException("processes meet once, and all of them");
    }
    world = endpoint.meet(all);
    ports = all;
    return "met=1";
  }

  private World met() {
    if (world == null) {
      throw new IllegalStateException("this process has not met the others");
    }
    return world;
  }

  private static String run(String[] command, World world) {
    int size = Integer.parseInt(command[2]);
    long seed = Long.parseLong(command[3]);
    return Outcome.of(Program.named(command[1]), world, size, seed).answer();
  }

  private String comms1(int length, int count) throws IOException, NotBoundException {
    if (met().rank() != 0 || processes < 2) {
      throw new IllegalArgumentException("COMMS1 is from process 0 to process 1");
    }
    return Comms1.answer(Endpoint.echo(ports.get(1)), length, count);
  }
}
