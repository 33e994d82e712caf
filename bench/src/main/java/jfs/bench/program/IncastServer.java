package jfs.bench.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.bench.child.Hosts;

/** Takes messages on any number of connections, with a thread for each. */
final class IncastServer {

  private IncastServer() {}

  /** Begins, and answers the port. */
  static int serve() throws IOException {
    ServerSocket server = Hosts.listen(0);
    Acceptor.start(server, Acceptor.USUAL_STACK, IncastServer::serve);
    return server.getLocalPort();
  }

  private static void serve(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    SliceHeader slice = SliceHeader.receive(in, out);
    while (slice != null) {
      Streams.receive(in, slice.size(), slice.count());
      out.write(SliceHeader.STREAM);
      slice = SliceHeader.receive(in, out);
    }
  }
}
