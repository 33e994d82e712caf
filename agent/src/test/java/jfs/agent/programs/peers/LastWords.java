package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import jfs.agent.programs.ServerHost;
import jfs.agent.programs.soak.Noise;

/**
 * {@code LastWords PORT CONNECTIONS PINGS BYTES ENDING}: has so many single bytes echoed by a
 * {@link Drain}, writes the bytes, and ends, with all sockets open.
 */
public final class LastWords {

  /** Open until the end. */
  private static final List<Socket> SOCKETS = new ArrayList<>();

  private LastWords() {}

  public static void main(String[] args) throws Exception {
    int connections = Integer.parseInt(args[1]);
    for (int i = 0; i < connections; i++) {
      SOCKETS.add(new Socket(ServerHost.ADDRESS, Integer.parseInt(args[0])));
    }
    for (int n = 0; n < Integer.parseInt(args[2]); n++) {
      for (Socket socket : SOCKETS) {
        socket.getOutputStream().write(n);
      }
      for (Socket socket : SOCKETS) {
        if (socket.getInputStream().read() != (n & 0xff)) {
          throw new IOException("no echo");
        }
      }
    }
    byte[] bytes = new byte[Integer.parseInt(args[3])];
    new Noise(Drain.SEED).fill(0, bytes, 0, bytes.length);
    for (Socket socket : SOCKETS) {
      socket.getOutputStream().write(bytes);
    }
    switch (args[4]) {
      case "exit" -> System.exit(0);
      case "halt" -> Runtime.getRuntime().halt(0);
      default -> {}
    }
  }
}
