package jfs.bench.peer;

import java.io.IOException;
import org.newsclub.net.unix.AFSocket;
import org.newsclub.net.unix.AFSocketCapability;
import org.newsclub.net.unix.AFUNIXServerSocket;
import org.newsclub.net.unix.AFUNIXSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/** Sockets over AF_UNIX, of junixsocket. */
final class JunixsocketPeer implements Peer {

  @Override
  public String obstacle() {
    return AFSocket.supports(AFSocketCapability.CAPABILITY_UNIX_DOMAIN)
        ? null
        : "its native library does not work here";
  }

  @Override
  public int serve() throws IOException {
    int number = UnixPath.number();
    AFUNIXServerSocket listener =
        AFUNIXServerSocket.bindOn(AFUNIXSocketAddress.of(UnixPath.own(number)));
    LinkServer.start(() -> StreamLink.of(listener.accept()));
    return number;
  }

  @Override
  public Timing connect(int number) throws IOException {
    return new LinkClient(
        StreamLink.of(AFUNIXSocket.connectTo(AFUNIXSocketAddress.of(UnixPath.of(number)))));
  }
}
