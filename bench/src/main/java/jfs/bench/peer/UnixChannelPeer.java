package jfs.bench.peer;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The JDK's channels over AF_UNIX (JEP 380). */
final class UnixChannelPeer implements Peer {

  @Override
  public String obstacle() {
    return null;
  }

  @Override
  public int serve() throws IOException {
    int number = UnixPath.number();
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(UnixPath.own(number)));
    LinkServer.start(() -> new ChannelLink(listener.accept()));
    return number;
  }

  @Override
  public Timing connect(int number) throws IOException {
    UnixDomainSocketAddress server = UnixDomainSocketAddress.of(UnixPath.of(number));
    return new LinkClient(new ChannelLink(SocketChannel.open(server)));
  }
}
