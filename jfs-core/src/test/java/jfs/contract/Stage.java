package jfs.contract;

import java.io.IOException;
import java.net.Socket;

/** The state of a socket when a case begins. */
enum Stage {
  NEW,
  BOUND,
  CONNECTED,
  ACCEPTED,
  PEER_GONE,
  CLOSED;

  /** A socket at some stage, and what else it needs there. */
  record Staged(Socket socket, AutoCloseable rest) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      try (rest) {
        socket.close();
      }
    }
  }

  /** Brings a socket to this stage. */
  Staged of(KindPairing over) throws IOException {
    if (this == NEW || this == BOUND) {
      Socket socket = over.client().newSocket();
      if (this == BOUND) {
        socket.bind(EndAddresses.anyClientPort());
      }
      return new Staged(socket, () -> {});
    }
    Connected c = Connected.of(over);
    if (this == PEER_GONE) {
      c.server.close();
      c.clientIn().read();
    } else if (this == CLOSED) {
      c.client.close();
    }
    return new Staged(this == ACCEPTED ? c.server : c.client, c);
  }
}
