package jfs.bench.peer;

import jfs.bench.program.Commands;
import jfs.bench.program.CpuClient;

/**
 * {@code PeerClient PEER NUMBER}: times echoes, and one-way streams, on one connection to a {@link
 * PeerServer}. Commands: {@code echo SIZE COUNT}, {@code stream SIZE COUNT}, {@code pace MICROS
 * COUNT} as {@link CpuClient} has it.
 */
public final class PeerClient {

  private PeerClient() {}

  public static void main(String[] args) {
    Commands commands = Commands.open();
    try {
      Peer.Client client = Peers.named(args[0]).connect(Integer.parseInt(args[1]));
      Commands.answer("ready=1");
      for (; ; ) {
        String[] command = commands.next();
        int argument = Integer.parseInt(command[1]);
        int count = Integer.parseInt(command[2]);
        Commands.answer(
            switch (command[0]) {
              case "echo" -> client.echo(argument, count, 0);
              case "pace" -> client.echo(CpuClient.MESSAGE_BYTES, count, argument * 1000L);
              default -> client.stream(argument, count);
            });
      }
    } catch (Exception e) {
      Commands.fail(e);
    }
  }
}
