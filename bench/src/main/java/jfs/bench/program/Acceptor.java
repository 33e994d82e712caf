package jfs.bench.program;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.bench.child.Commands;
import jfs.bench.child.Hosts;

/** Accepts connections, each of which gets a thread of its own. */
final class Acceptor {

  /** The JVM's usual size. */
  static final long USUAL_STACK = 0;

  private Acceptor() {}

  /** What is done with a connection, which is closed then. */
  interface Service {
    void serve(Socket socket) throws IOException;
  }

  /** Begins; the first thing that fails ends the process. */
  static void start(ServerSocket server, long stackBytes, Service service) {
    new Thread(() -> accept(server, stackBytes, service), "acceptor").start();
  }

  private static void accept(ServerSocket server, long stackBytes, Service service) {
    try {
      for (int i = 0; ; i++) {
        Socket socket = Hosts.accept(server);
        new Thread(null, () -> serve(socket, service), "server-" + i, stackBytes).start();
      }
    } catch (IOException e) {
      Commands.fail(e);
    }
  }

  private static void serve(Socket socket, Service service) {
    try (socket) {
      service.serve(socket);
    } catch (IOException e) {
      Commands.fail(e);
    }
  }

  /** Sends every message of a size back until the stream ends. */
  static void echo(Socket socket, int messageBytes) throws IOException {
    byte[] buffer = new byte[messageBytes];
    while (socket.getInputStream().readNBytes(buffer, 0, messageBytes) == messageBytes) {
      socket.getOutputStream().write(buffer);
    }
  }
}
