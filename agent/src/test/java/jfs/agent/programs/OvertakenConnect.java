package jfs.agent.programs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;

/**
 * Another thread closes a channel after its connection was made, and before JFS has made its own
 * end of it. For a program that runs with {@code channels=on}, as {@link ModelledEnds}.
 */
public final class OvertakenConnect {

  private OvertakenConnect() {}

  public static void main(String[] args) throws Exception {
    SocketChannel client = SocketChannel.open();
    SocketChannel[] next = new SocketChannel[1];
    List<String> closes = new ArrayList<>();
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      ModelledEnds.install(
          tcp -> {
            closeElsewhere(client);
            next[0] = SocketChannel.open(); // of the descriptor that the close has made free
            return new ModelledEnds.End(tcp) {
              @Override
              Object closes() {
                closes.add("closed");
                return super.closes();
              }
            };
          });
      client.connect(listener.getLocalAddress());
      System.out.println("overtaken: " + closes);
      System.out.println("next: " + next[0].connect(listener.getLocalAddress()));
      next[0].close();
    }
  }

  private static void closeElsewhere(SocketChannel channel) throws Exception {
    FutureTask<Void> closing =
        new FutureTask<>(
            () -> {
              channel.close();
              return null;
            });
    new Thread(closing).start();
    closing.get();
  }
}
