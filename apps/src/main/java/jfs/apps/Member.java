package jfs.apps;

import java.io.IOException;
import java.net.InetAddress;
import java.rmi.NotBoundException;
import java.time.Duration;
import java.util.List;

/**
 * One of the processes that run parallel programs: it can be reached by the others once it is open,
 * and runs programs with them once it has met them. For one thread.
 */
public final class Member {

  private final Endpoint endpoint;
  private final int processes;
  private List<Integer> ports = List.of();

  /** Null until this process has met the others. */
  private World world;

  private Member(Endpoint endpoint, int processes) {
    this.endpoint = endpoint;
    this.processes = processes;
  }

  /**
   * Opens a process of some rank to the others.
   *
   * @param processes how many there are, this one included
   * @param address where it listens, an address of this host
   * @param patience longer than any process computes between two messages
   */
  public static Member open(int rank, int processes, InetAddress address, Duration patience)
      throws IOException {
    return new Member(Endpoint.open(rank, processes, address, patience), processes);
  }

  /** Where the others reach it. */
  public int port() {
    return endpoint.port();
  }

  /**
   * Looks up all the others, once.
   *
   * @param all the ports of all processes by rank, this one's included
   */
  public void meet(List<Integer> all) throws IOException, NotBoundException {
    if (all.size() != processes || world != null) {
      throw new IllegalArgumentException("processes meet once, and all of them");
    }
    world = endpoint.meet(all);
    ports = List.copyOf(all);
  }

  /**
   * Makes this process's part of a program's input, and waits until all processes have theirs.
   *
   * @param program its name, such as {@code sor}
   */
  public Run prepare(String program, int size, long seed) {
    return Run.prepare(Program.named(program), met(), size, seed);
  }

  /** The same to be run by this process alone. */
  public Run prepareAlone(String program, int size, long seed) {
    return Run.prepare(Program.named(program), World.alone(), size, seed);
  }

  /** COMMS1 from this process, which is the first one, to the second one. */
  public Comms1 comms1(int length) throws IOException, NotBoundException {
    if (met().rank() != 0 || processes < 2) {
      throw new IllegalArgumentException("COMMS1 is from process 0 to process 1");
    }
    return new Comms1(endpoint.echo(ports.get(1)), length);
  }

  private World met() {
    if (world == null) {
      throw new IllegalStateException("this process has not met the others");
    }
    return world;
  }
}
