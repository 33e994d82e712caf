package jfs.bench.peer;

import jfs.bench.program.Commands;

/**
 * {@code PeerClient PEER NUMBER}: times echoes, and one-way streams, on one connection to a {@link
 * PeerServer}. Commands: {@code echo SIZE COUNT}, {@code stream SIZE COUNT}.
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
        int size = Integer.parseInt(command[1]);
        int count = Integer.parseInt(command[2]);
        Commands.answer(
            command[0].equals("echo") ? client.echo(size, count) : client.stream(size, count));
      }
    } catch (Exception e) {
      Commands.fail(e);
    }
  }
}
