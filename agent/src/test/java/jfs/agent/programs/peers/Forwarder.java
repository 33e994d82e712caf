package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** {@code Forwarder PORT}: says its own port, and passes on what comes to it, both ways. */
public final class Forwarder {

  private Forwarder() {}

  public static void main(String[] args) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    ServerSocket listener = new ServerSocket(0, 50, here);
    System.out.println(listener.getLocalPort());
    new Thread(() -> forward(listener, Integer.parseInt(args[0]))).start();
    while (System.in.read() >= 0) {
      // Not yet.
    }
    System.exit(0);
  }

  private static void forward(ServerSocket listener, int port) {
    try {
      while (true) {
        Socket one = listener.accept();
        Socket other = new Socket(listener.getInetAddress(), port);
        new Thread(() -> pass(one, other)).start();
        new Thread(() -> pass(other, one)).start();
      }
    } catch (IOException e) {
      e.printStackTrace();
      System.exit(2);
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      System.out.println(e);
    }
  }
}
