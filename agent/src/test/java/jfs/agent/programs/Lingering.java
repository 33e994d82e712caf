package jfs.agent.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/**
 * {@code Lingering PORT}: sends more to a peer that reads nothing than it takes, and closes the
 * connection, on a thread of its own, which may take a minute (SO_LINGER). Says "closing", and for
 * each line on standard input, when bytes have passed over another connection, "exact", or "closed"
 * if the close has come to its end.
 */
public final class Lingering {

  private static final int SECONDS = 60;
  private static final int BYTES = 60_000;

  private Lingering() {}

  public static void main(String[] args) throws Exception {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    socket.setSoLinger(true, SECONDS);
    OutputStream out = socket.getOutputStream();
    out.write(new byte[BYTES]);
    Thread closing = new Thread(() -> close(socket));
    closing.setDaemon(true);
    closing.start();
    while (!isInClose(closing)) {
      Thread.onSpinWait();
    }
    System.out.println("closing");
    try (Loopback loop = new Loopback()) {
      for (int c = System.in.read(); c >= 0; c = System.in.read()) {
        if (c == '\n') {
          loop.client.getOutputStream().write(c);
          if (loop.server.getInputStream().read() != c) {
            throw new IOException("not the byte that was sent");
          }
          System.out.println(closing.isAlive() ? "exact" : "closed");
        }
      }
    }
    Runtime.getRuntime().halt(0); // exit would linger, too
  }

  private static boolean isInClose(Thread closing) {
    StackTraceElement[] stack = closing.getStackTrace();
    return stack.length > 0 && stack[0].isNativeMethod();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
