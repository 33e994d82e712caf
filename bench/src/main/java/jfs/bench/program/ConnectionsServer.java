package jfs.bench.program;

import java.net.ServerSocket;

/** Echoes messages on thousands of connections, with a thread for each, and says what it takes. */
public final class ConnectionsServer {

  static final int MESSAGE_BYTES = 100;

  /** Enough for an echo: ten thousand stacks of the usual size would be most of the memory. */
  private static final long STACK_BYTES = 256 << 10;

  private ConnectionsServer() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    ServerSocket server = Hosts.listen(0);
    Acceptor.start(server, STACK_BYTES, socket -> Acceptor.echo(socket, MESSAGE_BYTES));
    Commands.answer("port=" + server.getLocalPort() + " cpu-step=" + CpuTime.step());
    for (; ; ) {
      boolean memory = commands.next()[0].equals("memory");
      Commands.answer(memory ? "memory=" + Memory.bytes() : "cpu=" + CpuTime.nanos());
    }
  }
}
