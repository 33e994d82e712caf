package jfs.agent.programs;

import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;

/**
 * A program that flips a channel's mode, and in each has JFS look for a doorbell that is not there.
 * Says what came of it. Needs {@code sun.nio.ch} open.
 */
public final class LooksInEachMode {

  private LooksInEachMode() {}

  public static void main(String[] args) throws Exception {
    try (ServerSocket listener = Loopback.listen();
        SocketChannel channel =
            SocketChannel.open(
                new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()))) {
      Method operations = Class.forName("sun.nio.ch.JfsTcpChannel").getDeclaredMethod("tcp");
      operations.setAccessible(true);
      Object tcp = operations.invoke(channel);
      Method look = tcp.getClass().getMethod("tryRead", byte[].class, int.class, int.class);
      look.setAccessible(true);
      look("from the start", look, tcp);
      channel.configureBlocking(false);
      look("non-blocking", look, tcp);
      channel.configureBlocking(true);
      look("blocking", look, tcp);
    }
  }

  private static void look(String mode, Method look, Object tcp) {
    Say.outcome(mode, () -> look.invoke(tcp, new byte[1], 0, 1));
  }
}
