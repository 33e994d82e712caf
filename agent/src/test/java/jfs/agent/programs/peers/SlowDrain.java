package jfs.agent.programs.peers;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.Patience;

/**
 * {@code SlowDrain PORT}: takes a small piece of what {@link WritesAndCloses} sends at a time, and
 * says for each connection "all" or what is missing.
 */
public final class SlowDrain {

  private static final int PIECE = 2048;
  private static final long PAUSE_NANOS = 10_000_000;

  /** More than it takes to send again what was lost, many times. */
  private static final int PATIENCE_MILLIS = Patience.ofMillis(10_000);

  private SlowDrain() {}

  public static void main(String[] args) throws Exception {
    ServerSocket listener = new ServerSocket();
    listener.setPerformancePreferences(0, 1, 0); // so that connections are paired at once
    listener.setReceiveBufferSize(4 * PIECE);
    listener.bind(new InetSocketAddress(Integer.parseInt(args[0])));
    System.out.println("listening");
    new Thread(() -> accept(listener)).start();
    while (System.in.read() >= 0) {
      // Not yet.
    }
    System.exit(0);
  }

  private static void accept(ServerSocket listener) {
    while (true) {
      try {
        Socket socket = listener.accept();
        new Thread(() -> System.out.println(drain(socket))).start();
      } catch (IOException e) {
        e.printStackTrace();
        System.exit(2);
      }
    }
  }

  private static String drain(Socket socket) {
    int missing = 0;
    try (socket) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      missing = in.readInt();
      byte[] piece = new byte[PIECE];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        missing -= n;
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      return missing == 0 ? "all" : missing + " bytes are missing";
    } catch (IOException e) {
      return missing + " bytes are missing: " + e;
    }
  }
}
