package jfs.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;

/** An address on loopback that refuses connections, for as long as this is open. */
final class Nobody implements AutoCloseable {

  // Bound, so that no other process gets the port, but not listening.
  private final Socket holder;

  Nobody(Pairing over) throws IOException {
    holder = over.server().newSocket();
    holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  SocketAddress address() {
    return holder.getLocalSocketAddress();
  }

  int port() {
    return holder.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    holder.close();
  }
}
