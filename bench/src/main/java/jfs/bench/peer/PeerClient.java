package jfs.bench.peer;

import jfs.bench.child.Client;
import jfs.bench.program.CpuClient;

/**
 * Times echoes, and one-way streams, on one connection to a peer's server. Commands: {@code echo
 * SIZE COUNT}, {@code stream SIZE COUNT}, {@code pace MICROS COUNT} as {@link CpuClient} has it.
 */
record PeerClient(Peer.Timing timing) implements Client {

  @Override
  public String answer(String[] command) throws Exception {
    int argument = Integer.parseInt(command[1]);
    int count = Integer.parseInt(command[2]);
    return switch (command[0]) {
      case "echo" -> timing.echo(argument, count, 0);
      case "pace" -> timing.echo(CpuClient.MESSAGE_BYTES, count, argument * 1000L);
      default -> timing.stream(argument, count);
    };
  }
}
