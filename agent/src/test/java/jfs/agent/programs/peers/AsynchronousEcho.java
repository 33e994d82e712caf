package jfs.agent.programs.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.Executors;
import jfs.agent.programs.ServerHost;

/**
 * {@code AsynchronousEcho THREADS}: says its port and echoes what comes, by handlers in a group of
 * so many threads, until standard input ends. What has not gone back yet is at most one buffer of a
 * connection.
 */
public final class AsynchronousEcho
    implements CompletionHandler<AsynchronousSocketChannel, AsynchronousServerSocketChannel> {

  private static final int BUFFER = 100_000;

  private AsynchronousEcho() {}

  public static void main(String[] args) throws Exception {
    AsynchronousChannelGroup group =
        AsynchronousChannelGroup.withFixedThreadPool(
            Integer.parseInt(args[0]), Executors.defaultThreadFactory());
    AsynchronousServerSocketChannel listener =
        AsynchronousServerSocketChannel.open(group)
            .bind(new InetSocketAddress(ServerHost.ADDRESS, 0), 200);
    System.out.println(((InetSocketAddress) listener.getLocalAddress()).getPort());
    listener.accept(listener, new AsynchronousEcho());
    while (System.in.read() >= 0) {
      // Not yet.
    }
    System.exit(0);
  }

  @Override
  public void completed(
      AsynchronousSocketChannel accepted, AsynchronousServerSocketChannel listener) {
    listener.accept(listener, this);
    try {
      accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
      new Connection(accepted).reads();
    } catch (IOException e) {
      failed(e, listener);
    }
  }

  @Override
  public void failed(Throwable failure, AsynchronousServerSocketChannel listener) {
    failure.printStackTrace();
    System.exit(2);
  }

  private static final class Connection implements CompletionHandler<Integer, Boolean> {

    private final AsynchronousSocketChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(BUFFER);

    Connection(AsynchronousSocketChannel channel) {
      this.channel = channel;
    }

    void reads() {
      bytes.clear();
      channel.read(bytes, false, this);
    }

    @Override
    public void completed(Integer result, Boolean wrote) {
      if (result < 0) {
        close();
      } else if (!wrote) {
        channel.write(bytes.flip(), true, this);
      } else if (bytes.hasRemaining()) {
        channel.write(bytes, true, this);
      } else {
        reads();
      }
    }

    @Override
    public void failed(Throwable failure, Boolean wrote) {
      close();
    }

    private void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
