package jfs.bench.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.bench.child.Hosts;

/** The JDK's channels over TCP. */
final class TcpChannelPeer implements Peer {

  @Override
  public String obstacle() {
    return null;
  }

  @Override
  public int serve() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(Hosts.server(), 0));
    LinkServer.start(() -> link(listener.accept()));
    return ((InetSocketAddress) listener.getLocalAddress()).getPort();
  }

  @Override
  public Timing connect(int number) throws IOException {
    return new LinkClient(link(SocketChannel.open(new InetSocketAddress(Hosts.server(), number))));
  }

  private static Link link(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new ChannelLink(channel);
  }
}
