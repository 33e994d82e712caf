package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.bench.child.Commands;
import jfs.bench.child.Hosts;

/**
 * Accepts one connection after the other, at each address in its turn, echoes one message, and
 * waits for its end.
 */
final class ConnectServer {

  static final int MESSAGE_BYTES = 100;

  private ConnectServer() {}

  /** Begins, and answers the port. */
  static int serve() throws IOException {
    ServerSocket[] listeners = new ServerSocket[Hosts.SERVERS];
    int port = 0;
    for (int i = 0; i < listeners.length; i++) {
      listeners[i] = Hosts.listen(Hosts.server(i), port);
      port = listeners[i].getLocalPort();
    }
    Thread worker = new Thread(() -> serve(listeners), "server");
    worker.start();
    return port;
  }

  private static void serve(ServerSocket[] listeners) {
    byte[] buffer = new byte[MESSAGE_BYTES];
    for (int turn = 0; ; turn = (turn + 1) % listeners.length) {
      try (Socket socket = Hosts.accept(listeners[turn])) {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        if (in.readNBytes(buffer, 0, MESSAGE_BYTES) < MESSAGE_BYTES) {
          throw new EOFException("in a message");
        }
        out.write(buffer);
        if (in.read() >= 0) {
          throw new IOException("more than one message");
        }
      } catch (IOException e) {
        Commands.fail(e);
      }
    }
  }
}
