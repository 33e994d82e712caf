package jfs.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A listener that has as many connections waiting as it may have: to connect to it blocks. */
final class FullListener implements AutoCloseable {

  private final ServerSocket listener;
  private final List<Socket> waiting = new ArrayList<>();

  FullListener(Pairing pairing) throws IOException {
    listener = pairing.server().newServerSocket();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    // Linux lets one more wait than the backlog says.
    for (int i = 0; i < 2; i++) {
      Socket socket = pairing.client().newSocket();
      waiting.add(socket);
      socket.connect(address());
    }
  }

  SocketAddress address() {
    return listener.getLocalSocketAddress();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : waiting) {
      socket.close();
    }
  }
}
