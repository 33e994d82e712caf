package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.agent.programs.Patience;
import jfs.agent.programs.ServerHost;

/**
 * A server that says its port, and writes to the first client until its selector has found no room
 * for a second. It says "full", and goes on with a line on standard input. It then says how many
 * operations did nothing for which the key was ready, and how the connection ended.
 *
 * <p>With a port it is the client, which reads until a line comes on standard input.
 */
public final class FillsAndSelects {

  private static final int FULL_MILLIS = Patience.ofMillis(1000);

  private FillsAndSelects() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      read(Integer.parseInt(args[0]));
    } else {
      fill();
    }
  }

  private static void read(int port) throws IOException {
    try (Socket socket = new Socket(ServerHost.ADDRESS, port)) {
      byte[] bytes = new byte[10_000];
      while (System.in.available() == 0) {
        socket.getInputStream().read(bytes);
      }
      System.in.read();
      while (System.in.read() >= 0) {
        // The connection stays.
      }
    }
  }

  private static void fill() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(ServerHost.ADDRESS, 0));
    System.out.println(listener.socket().getLocalPort());
    SocketChannel channel = listener.accept();
    channel.configureBlocking(false);
    Selector selector = Selector.open();
    channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    ByteBuffer bytes = ByteBuffer.allocate(100_000);
    while (selector.select(FULL_MILLIS) > 0) {
      selector.selectedKeys().clear();
      while (channel.write(bytes.clear()) > 0) {
        // To the last byte that there is room for.
      }
    }
    System.out.println("full");
    System.in.read();
    int inVain = 0;
    String end = null;
    while (end == null) {
      selector.select();
      SelectionKey key = selector.selectedKeys().iterator().next();
      selector.selectedKeys().clear();
      try {
        // First the write, for which there is no room.
        if (key.isWritable() && channel.write(bytes.clear()) == 0) {
          inVain++;
        } else if (key.isReadable()) {
          int n = channel.read(bytes.clear());
          inVain += n == 0 ? 1 : 0;
          end = n < 0 ? "end of file" : null;
        }
      } catch (IOException e) {
        end = "an exception";
      }
    }
    System.out.println(inVain + " in vain, then " + end);
  }
}
