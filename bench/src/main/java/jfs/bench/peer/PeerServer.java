package jfs.bench.peer;

import jfs.bench.program.Commands;
import jfs.bench.program.CpuTime;

/** {@code PeerServer PEER}: echoes, or swallows, what a {@link PeerClient} sends. */
public final class PeerServer {

  private PeerServer() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    int number = Peers.named(args[0]).serve();
    Commands.answer("port=" + number + " cpu-step=" + CpuTime.step());
    commands.serveCpuTime();
  }
}
