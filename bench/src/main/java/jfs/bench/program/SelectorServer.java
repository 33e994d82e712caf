package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import jfs.bench.child.Commands;
import jfs.bench.child.Hosts;

/**
 * Answers on any number of channels. A connection begins with the number of its group; each group
 * has one thread and one selector.
 */
final class SelectorServer {

  /** No client connects more often before it is answered. */
  private static final int BACKLOG = 4096;

  private final ServerSocketChannel listener;
  private final Map<Integer, AnsweringLoop> loops = new HashMap<>();

  private SelectorServer(ServerSocketChannel listener) {
    this.listener = listener;
  }

  /** Begins, and answers the port. */
  static int serve() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(Hosts.server(), 0), BACKLOG);
    new Thread(new SelectorServer(listener)::acceptAll, "server").start();
    return listener.socket().getLocalPort();
  }

  private void acceptAll() {
    try {
      while (true) {
        SocketChannel channel = listener.accept();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        loopOf(channel).add(channel);
      }
    } catch (IOException | RuntimeException | Error e) {
      Commands.fail(e);
    }
  }

  private AnsweringLoop loopOf(SocketChannel channel) throws IOException {
    ByteBuffer group = ByteBuffer.allocate(Integer.BYTES);
    while (group.hasRemaining()) {
      if (channel.read(group) < 0) {
        throw new EOFException("before the number of its group");
      }
    }
    int number = group.getInt(0);
    AnsweringLoop loop = loops.get(number);
    if (loop == null) {
      loop =
          number == SelectorClient.STREAMS ? AnsweringLoop.swallowing() : AnsweringLoop.echoing();
      loops.put(number, loop);
    }
    return loop;
  }
}
