package jfs.agent.programs.peers;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import jfs.agent.programs.ServerHost;

/**
 * {@code BriefClient PORT CONNECTIONS ROUNDS [THREAD]}: connects to an {@link EchoServer}, sends
 * and gets back some bytes, and closes, again and again; with {@code -Dbrief.sets=true} it sets
 * that a close may linger, and a preference that is none. Says in how many milliseconds. Then, for
 * each byte on standard input, says whether a thread of that name lives.
 */
public final class BriefClient {

  /** How many bytes a round trip has in each direction. */
  public static final int BYTES = 100;

  private BriefClient() {}

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    int rounds = Integer.parseInt(args[2]);
    long start = System.nanoTime();
    for (int i = 0; i < connections; i++) {
      try (Socket socket = new Socket()) {
        if (Boolean.getBoolean("brief.sets")) {
          socket.setPerformancePreferences(1, 1, 0);
          socket.setSoLinger(true, 5);
        }
        socket.connect(new InetSocketAddress(ServerHost.ADDRESS, port));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] bytes = new byte[BYTES];
        for (int round = 0; round < rounds; round++) {
          socket.getOutputStream().write(bytes);
          in.readFully(bytes);
        }
      }
    }
    System.out.println((System.nanoTime() - start) / 1_000_000);
    if (args.length > 3) {
      while (System.in.read() >= 0) {
        System.out.println(has(args[3]));
      }
    }
  }

  private static boolean has(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(one -> one.getName().equals(thread));
  }
}
