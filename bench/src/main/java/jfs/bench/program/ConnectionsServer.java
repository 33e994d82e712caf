package jfs.bench.program;

import java.io.IOException;
import java.net.ServerSocket;
import jfs.bench.child.Hosts;

/** Echoes messages on thousands of connections, with a thread for each. */
final class ConnectionsServer {

  static final int MESSAGE_BYTES = 100;

  /** Enough for an echo: ten thousand stacks of the usual size would be most of the memory. */
  private static final long STACK_BYTES = 256 << 10;

  private ConnectionsServer() {}

  /** Begins, and answers the port. */
  static int serve() throws IOException {
    ServerSocket server = Hosts.listen(0);
    Acceptor.start(server, STACK_BYTES, socket -> Acceptor.echo(socket, MESSAGE_BYTES));
    return server.getLocalPort();
  }
}
