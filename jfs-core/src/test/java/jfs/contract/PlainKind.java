package jfs.contract;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** What {@code new Socket()} gives in this JVM: the oracle, where there is no agent. */
final class PlainKind implements SocketKind {

  private final String name;

  PlainKind(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Socket newSocket() {
    return new Socket();
  }

  @Override
  public ServerSocket newServerSocket() throws IOException {
    return new ServerSocket();
  }
}
