package jfs.contract.channel;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import jfs.contract.EndAddresses;

/** An address of the server that refuses connections while this object is open. */
final class Refusing implements AutoCloseable {

  // Bound, so that no other process gets the port, but not listening.
  private final SocketChannel holder;

  Refusing(ChannelKind kind) throws IOException {
    holder = kind.open().bind(EndAddresses.anyServerPort());
  }

  SocketAddress address() throws IOException {
    return holder.getLocalAddress();
  }

  @Override
  public void close() throws IOException {
    holder.close();
  }
}
