package jfs.agent.programs.peers;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * {@code Forgetful CONNECTIONS}: makes connections to itself, sends a byte through each, and closes
 * none. Collects garbage as it ends.
 */
public final class Forgetful {

  private Forgetful() {}

  public static void main(String[] args) throws Exception {
    int connections = Integer.parseInt(args[0]);
    Runtime.getRuntime().addShutdownHook(new Thread(System::gc));
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < connections; i++) {
        connect(listener);
      }
    }
  }

  @SuppressWarnings("resource") // not to close it is the point
  private static void connect(ServerSocket listener) throws Exception {
    Socket opened = new Socket(listener.getInetAddress(), listener.getLocalPort());
    Socket accepted = listener.accept();
    opened.getOutputStream().write(1);
    accepted.getInputStream().read();
  }
}
