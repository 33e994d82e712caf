package jfs.bench.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** Echoes messages on thousands of connections, with a thread for each, and says what it takes. */
public final class ConnectionsServer {

  static final int MESSAGE_BYTES = 100;

  /** Enough for an echo: ten thousand stacks of the usual size would be most of the memory. */
  private static final long STACK_BYTES = 256 << 10;

  private ConnectionsServer() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    ServerSocket server = Hosts.listen(0);
    new Thread(() -> accept(server), "acceptor").start();
    Commands.answer("port=" + server.getLocalPort() + " cpu-step=" + CpuTime.step());
    for (; ; ) {
      boolean memory = commands.next()[0].equals("memory");
      Commands.answer(memory ? "memory=" + Memory.bytes() : "cpu=" + CpuTime.nanos());
    }
  }

  private static void accept(ServerSocket server) {
    try {
      for (int i = 0; ; i++) {
        Socket socket = Hosts.accept(server);
        new Thread(null, () -> echo(socket), "server-" + i, STACK_BYTES).start();
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
