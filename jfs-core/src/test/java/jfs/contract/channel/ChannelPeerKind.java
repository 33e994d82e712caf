package jfs.contract.channel;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import jfs.contract.EndAddresses;

/**
 * Peers that are blocking channels.
 *
 * @param kind where they come from
 */
record ChannelPeerKind(ChannelKind kind) implements PeerKind {

  @Override
  public String name() {
    return kind.name();
  }

  @Override
  public PeerEnd connect(SocketAddress listener) throws IOException {
    SocketChannel channel = kind.open();
    channel.connect(listener);
    return new Peer(channel);
  }

  @Override
  public Listener listen() throws IOException {
    ServerSocketChannel listener = kind.openServer();
    listener.bind(EndAddresses.anyServerPort());
    return new Listener() {
      @Override
      public SocketAddress address() throws IOException {
        return listener.getLocalAddress();
      }

      @Override
      public PeerEnd accept() throws IOException {
        return new Peer(listener.accept());
      }

      @Override
      public void close() throws IOException {
        listener.close();
      }
    };
  }

  /** One of them. */
  record Peer(SocketChannel channel) implements PeerEnd {

    @Override
    public void send(byte... bytes) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }

    @Override
    public byte[] receive(int length) throws IOException {
      byte[] bytes = new byte[length];
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
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
    public void reset() throws IOException {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      channel.close();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
