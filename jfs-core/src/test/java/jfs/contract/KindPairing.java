package jfs.contract;

import java.net.Socket;

/** The kinds of the two ends of a connection. */
public record KindPairing(SocketKind client, SocketKind server) {

  @Override
  public String toString() {
    return client.name() + " to " + server.name();
  }

  /** See {@link SocketKind#settle}. */
  void settle(Socket client, Socket server) {
    if (client().equals(server())) {
      client().settle(client, server);
    }
  }
}
