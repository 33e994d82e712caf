package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import jfs.agent.programs.ServerHost;

/**
 * Says its port and echoes what comes, in one thread with a selector, until standard input ends.
 * What a channel does not take at once waits until the channel is writable; a channel for which
 * much waits is not read.
 */
public final class SelectorEcho {

  private static final int MOST_WAITING = 64;

  private final Selector selector = Selector.open();
  private final ServerSocketChannel listener = ServerSocketChannel.open();
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(100_000);

  private SelectorEcho() throws IOException {
    listener.bind(new InetSocketAddress(ServerHost.ADDRESS, 0), 200);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  public static void main(String[] args) throws Exception {
    SelectorEcho echo = new SelectorEcho();
    System.out.println(echo.listener.socket().getLocalPort());
    new Thread(echo::run).start();
    while (System.in.read() >= 0) {
      // Not yet.
    }
    System.exit(0);
  }

  private void run() {
    try {
      while (true) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          serve(key);
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException e) {
      e.printStackTrace();
      System.exit(2);
    }
  }

  private void serve(SelectionKey key) throws IOException {
    if (key.isAcceptable()) {
      SocketChannel accepted = listener.accept();
      accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
      accepted.configureBlocking(false);
      accepted.register(selector, SelectionKey.OP_READ, new ArrayDeque<ByteBuffer>());
      return;
    }
    SocketChannel channel = (SocketChannel) key.channel();
    @SuppressWarnings("unchecked") // attached above
    Queue<ByteBuffer> waiting = (Queue<ByteBuffer>) key.attachment();
    if (key.isReadable()) {
      bytes.clear();
      if (channel.read(bytes) < 0) {
        channel.close();
        return;
      }
      waiting.add(ByteBuffer.allocate(bytes.position()).put(bytes.flip()).flip());
    }
    while (!waiting.isEmpty() && write(channel, waiting.element())) {
      waiting.remove();
    }
    int ops = waiting.isEmpty() ? 0 : SelectionKey.OP_WRITE;
    key.interestOps(waiting.size() < MOST_WAITING ? ops | SelectionKey.OP_READ : ops);
  }

  private static boolean write(SocketChannel channel, ByteBuffer from) throws IOException {
    channel.write(from);
    return !from.hasRemaining();
  }
}
