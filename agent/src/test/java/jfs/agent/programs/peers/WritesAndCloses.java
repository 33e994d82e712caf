package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code WritesAndCloses HOST PORT CONNECTIONS}: sends {@link SlowDrain} more than that takes at
 * once, and closes each connection a while later, while most is still in the kernel.
 */
public final class WritesAndCloses {

  private static final int BYTES = 60_000;
  private static final int STEP_MILLIS = 5;
  private static final int STEPS = 20;

  private WritesAndCloses() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      int millis = i == 0 ? 1000 : STEP_MILLIS * (1 + i % STEPS); // the JVMs meet meanwhile
      send(new InetSocketAddress(args[0], Integer.parseInt(args[1])), millis);
    }
    System.out.println("closed");
    while (System.in.read() >= 0) {
      // The kernel would send the rest after the JVM's end, too; but it is to live.
    }
  }

  private static void send(InetSocketAddress to, int millis) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setPerformancePreferences(0, 1, 0);
      socket.setSendBufferSize(10 * BYTES);
      socket.connect(to);
      byte[] all = new byte[Integer.BYTES + BYTES];
      ByteBuffer.wrap(all).putInt(BYTES);
      socket.getOutputStream().write(all);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }
}
