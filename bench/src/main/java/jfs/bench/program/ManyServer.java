package jfs.bench.program;

import java.net.ServerSocket;

/** Echoes messages on any number of connections, with a thread for each. */
public final class ManyServer {

  static final int MESSAGE_BYTES = 100;

  private ManyServer() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    ServerSocket server = Hosts.listen(0);
    Acceptor.start(server, Acceptor.USUAL_STACK, socket -> Acceptor.echo(socket, MESSAGE_BYTES));
    Commands.answer("port=" + server.getLocalPort() + " cpu-step=" + CpuTime.step());
    commands.serveCpuTime();
  }
}
