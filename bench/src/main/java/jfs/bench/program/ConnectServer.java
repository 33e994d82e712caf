package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** Accepts one connection after the other, echoes one message, and waits for its end. */
public final class ConnectServer {

  static final int MESSAGE_BYTES = 100;

  private ConnectServer() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    ServerSocket server = Loopback.listen(0);
    Thread worker = new Thread(() -> serve(server), "server");
    worker.start();
    Commands.answer("port=" + server.getLocalPort() + " cpu-step=" + CpuTime.step());
    commands.serveCpuTime();
  }

  private static void serve(ServerSocket server) {
    byte[] buffer = new byte[MESSAGE_BYTES];
    for (; ; ) {
      try (Socket socket = Loopback.accept(server)) {
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
