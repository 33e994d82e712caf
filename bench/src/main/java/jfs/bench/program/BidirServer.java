package jfs.bench.program;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.bench.child.Commands;
import jfs.bench.child.Hosts;

/** Sends as many messages as it receives, at the same time. */
final class BidirServer {

  private BidirServer() {}

  /** Begins, and answers the port. */
  static int serve() throws IOException {
    ServerSocket server = Hosts.listen(0);
    new Thread(() -> serve(server), "server").start();
    return server.getLocalPort();
  }

  private static void serve(ServerSocket server) {
    for (; ; ) {
      try (Socket socket = Hosts.accept(server)) {
        serve(socket);
      } catch (Exception e) {
        Commands.fail(e);
      }
    }
  }

  private static void serve(Socket socket) throws Exception {
    SliceHeader slice = next(socket);
    while (slice != null) {
      BidirClient.both(socket, slice.size(), slice.count());
      socket.getOutputStream().write(SliceHeader.BIDIR);
      slice = next(socket);
    }
  }

  private static SliceHeader next(Socket socket) throws Exception {
    return SliceHeader.receive(socket.getInputStream(), socket.getOutputStream());
  }
}
