package jfs.contract.channel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import jfs.contract.Blocking;
import jfs.contract.EndAddresses;
import jfs.contract.Kernel;

/** A listener with a full queue of waiting connections: connecting to it stays pending. */
final class CrowdedListener implements AutoCloseable {

  /** Linux lets one more wait than the backlog says. */
  private static final int WAITING = 2;

  private final ServerSocketChannel listener;
  private final List<SocketChannel> waiting = new ArrayList<>();

  CrowdedListener(ChannelKind kind) throws Exception {
    listener = kind.openServer().bind(EndAddresses.anyServerPort(), 1);
    for (int i = 0; i < WAITING; i++) {
      SocketChannel channel = kind.open();
      waiting.add(channel);
      channel.connect(address());
    }
    int port = ((InetSocketAddress) address()).getPort();
    // A client is connected before the listener knows of it.
    Blocking.await("listener full", () -> Kernel.acceptQueue(port) == WAITING);
  }

  SocketAddress address() throws IOException {
    return listener.getLocalAddress();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (SocketChannel channel : waiting) {
      channel.close();
    }
  }
}
