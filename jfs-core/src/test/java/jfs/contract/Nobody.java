package jfs.contract;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;

/** An address of the server that refuses connections while this object is open. */
final class Nobody implements AutoCloseable {

  // Bound, so that no other process gets the port, but not listening.
  private final Socket holder;

  Nobody(KindPairing over) throws IOException {
    holder = over.server().newSocket();
    holder.bind(EndAddresses.anyServerPort());
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
