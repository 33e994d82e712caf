package jfs.bench.program;

import java.io.IOException;
import java.net.ServerSocket;
import jfs.bench.child.Hosts;

/** Echoes messages on any number of connections, with a thread for each. */
final class ManyServer {

  static final int MESSAGE_BYTES = 100;

  private ManyServer() {}

  /** Begins, and answers the port. */
  static int serve() throws IOException {
    ServerSocket server = Hosts.listen(0);
    Acceptor.start(server, Acceptor.USUAL_STACK, socket -> Acceptor.echo(socket, MESSAGE_BYTES));
    return server.getLocalPort();
  }
}
