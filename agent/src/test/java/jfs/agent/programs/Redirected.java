package jfs.agent.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Two connections to one listener, of which the kernel rewrites the first: the port that the client
 * asks for, or the client's own. The second client has the port that the first one's server sees.
 * For the second the kernel then has to change the client's port, so the addresses of the second
 * client and of the first one's server mirror each other. Later comes a third client, which has the
 * port that the second one's server sees, and so on. Takes the port that the first one asks for,
 * the listener's, and how many bytes to exchange by each.
 */
public final class Redirected {

  private Redirected() {}

  public static void main(String[] args) throws Exception {
    int asked = Integer.parseInt(args[0]);
    int port = Integer.parseInt(args[1]);
    int rounds = Integer.parseInt(args[2]);
    InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try (ServerSocket listener = new ServerSocket(port, 5, here);
        Socket first = connect(here, 0, asked);
        Socket firstServed = listener.accept();
        Socket second = connect(here, firstServed.getPort(), port);
        Socket secondServed = listener.accept()) {
      boolean mirror =
          second.getLocalPort() == firstServed.getPort()
              && second.getPort() == firstServed.getLocalPort();
      System.out.println("mirror: " + mirror);
      for (int i = 0; i < rounds; i++) {
        exchange(first, firstServed, i);
        exchange(second, secondServed, i + 1);
      }
      try (Socket third = connect(here, secondServed.getPort(), port);
          Socket thirdServed = listener.accept()) {
        for (int i = 0; i < rounds; i++) {
          exchange(first, firstServed, i);
          exchange(second, secondServed, i + 1);
          exchange(third, thirdServed, i + 2);
        }
      }
      System.out.println("exact");
    }
  }

  private static Socket connect(InetAddress here, int from, int to) throws IOException {
    Socket socket = new Socket();
    socket.setReuseAddress(true);
    socket.setSoTimeout(Patience.ofMillis(20_000));
    socket.bind(new InetSocketAddress(here, from));
    socket.connect(new InetSocketAddress(here, to));
    return socket;
  }

  /** There and back. */
  private static void exchange(Socket one, Socket other, int value) throws IOException {
    send(one, other, value);
    send(other, one, value + 1);
  }

  private static void send(Socket from, Socket to, int value) throws IOException {
    from.getOutputStream().write(value);
    int came = to.getInputStream().read();
    if (came != (value & 0xff)) {
      throw new IOException(came + " in place of " + (value & 0xff));
    }
  }
}
