package jfs.bench.software;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The least program: one connection, round trips of 100 bytes. The first one connects. */
final class EchoSoftware implements Software {

  private static final int BYTES = 100;

  private Socket socket;

  @Override
  public int serve() throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread server = new Thread(() -> serve(listener), "echo");
    server.setDaemon(true);
    server.start();
    return listener.getLocalPort();
  }

  private static void serve(ServerSocket listener) {
    byte[] message = new byte[BYTES];
    try (Socket socket = listener.accept()) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      while (in.readNBytes(message, 0, BYTES) == BYTES) {
        out.write(message);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e); // the client says that it got no answer
    }
  }

  @Override
  public Operation phase(String name, int port) {
    byte[] message = new byte[BYTES];
    byte[] answer = new byte[BYTES];
    return () -> {
      if (socket == null) {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
      }
      message[0]++;
      socket.getOutputStream().write(message);
      if (socket.getInputStream().readNBytes(answer, 0, BYTES) < BYTES) {
        throw new EOFException("in an answer");
      }
      if (answer[0] != message[0]) {
        throw new IOException("the answer to another message");
      }
    };
  }
}
