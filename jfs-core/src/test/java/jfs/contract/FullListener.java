package jfs.contract;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A listener with a full queue of waiting connections: connecting to it blocks. */
final class FullListener implements AutoCloseable {

  /** Linux lets one more wait than the backlog says. */
  private static final int WAITING = 2;

  private final ServerSocket listener;
  private final List<Socket> waiting = new ArrayList<>();

  FullListener(KindPairing pairing) throws Exception {
    listener = pairing.server().newServerSocket();
    listener.bind(EndAddresses.anyServerPort(), 1);
    for (int i = 0; i < WAITING; i++) {
      Socket socket = pairing.client().newSocket();
      waiting.add(socket);
      socket.connect(address());
    }
    // A client is connected before the listener knows of it.
    Blocking.await("listener full", () -> Kernel.acceptQueue(listener.getLocalPort()) == WAITING);
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
