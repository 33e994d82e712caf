package jfs.contract;

/** The kinds of the two ends of a connection. */
public record Pairing(SocketKind client, SocketKind server) {

  @Override
  public String toString() {
    return client.name() + " to " + server.name();
  }
}
