package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.agent.programs.ServerHost;

/** {@code Latecomer}: makes its first connection, to itself, when it is already shutting down. */
public final class Latecomer {

  private static final int ROUNDS = 2000;

  private Latecomer() {}

  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(Latecomer::connect));
  }

  private static void connect() {
    try (ServerSocket listener = new ServerSocket(0, 1, ServerHost.ADDRESS);
        Socket one = new Socket(ServerHost.ADDRESS, listener.getLocalPort());
        Socket other = listener.accept()) {
      for (int i = 0; i < ROUNDS; i++) {
        one.getOutputStream().write(i);
        if (other.getInputStream().read() != (i & 0xff)) {
          throw new IOException("another byte");
        }
      }
      System.out.println("exact");
    } catch (IOException e) {
      System.out.println(e);
    }
  }
}
