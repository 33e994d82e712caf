package jfs.bench.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** Echoes messages on any number of connections, with a thread for each. */
public final class ManyServer {

  static final int MESSAGE_BYTES = 100;

  private ManyServer() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    ServerSocket server = Hosts.listen(0);
    Thread acceptor = new Thread(() -> accept(server), "acceptor");
    acceptor.start();
    Commands.answer("port=" + server.getLocalPort() + " cpu-step=" + CpuTime.step());
    commands.serveCpuTime();
  }

  private static void accept(ServerSocket server) {
    try {
      for (int i = 0; ; i++) {
        Socket socket = Hosts.accept(server);
        new Thread(() -> echo(socket), "server-" + i).start();
      }
    } catch (IOException e) {
      Commands.fail(e);
    }
  }

  private static void echo(Socket socket) {
    byte[] buffer = new byte[MESSAGE_BYTES];
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      while (in.readNBytes(buffer, 0, MESSAGE_BYTES) == MESSAGE_BYTES) {
        out.write(buffer);
      }
    } catch (IOException e) {
      Commands.fail(e);
    }
  }
}
