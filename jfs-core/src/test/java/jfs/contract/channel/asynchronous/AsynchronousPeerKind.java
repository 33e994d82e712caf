package jfs.contract.channel.asynchronous;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jfs.contract.Background;
import jfs.contract.EndAddresses;
import jfs.contract.channel.PeerEnd;
import jfs.contract.channel.PeerKind;

/** Peers that are asynchronous channels, each operation waited for. */
final class AsynchronousPeerKind implements PeerKind {

  @Override
  public String name() {
    return "asynchronous channel";
  }

  @Override
  public PeerEnd connect(SocketAddress listener) throws IOException {
    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
    await(channel.connect(listener));
    return new Peer(channel);
  }

  @Override
  public Listener listen() throws IOException {
    AsynchronousServerSocketChannel listener = AsynchronousServerSocketChannel.open();
    listener.bind(EndAddresses.anyServerPort());
    return new Listener() {
      @Override
      public SocketAddress address() throws IOException {
        return listener.getLocalAddress();
      }

      @Override
      public PeerEnd accept() throws IOException {
        return new Peer(await(listener.accept()));
      }

      @Override
      public void close() throws IOException {
        listener.close();
      }
    };
  }

  static <T> T await(Future<T> operation) throws IOException {
    try {
      return operation.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("nothing told", e);
    }
  }

  /** One of them. */
  record Peer(AsynchronousSocketChannel channel) implements PeerEnd {

    @Override
    public void send(byte... bytes) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        await(channel.write(buffer));
      }
    }

    @Override
    public byte[] receive(int length) throws IOException {
      byte[] bytes = new byte[length];
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining() && await(channel.read(buffer)) >= 0) {}
      return Arrays.copyOf(bytes, buffer.position());
    }

    @Override
    public void shutdownOutput() throws IOException {
      channel.shutdownOutput();
    }

    @Override
    public SocketAddress localAddress() throws IOException {
      return channel.getLocalAddress();
    }

    @Override
    public SocketAddress remoteAddress() throws IOException {
      return channel.getRemoteAddress();
    }

    @Override
    public void reset() {
      throw new UnsupportedOperationException("such a channel has no option for that");
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
