package jfs.contract;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;

/** The sockets of {@code new Socket()} in this JVM: the oracle, if there is no agent. */
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

  @Override
  public ServerSocket newServerSocket(Callable<Socket> blank) throws IOException {
    return new ServerSocket() {
      @Override
      public Socket accept() throws IOException {
        Socket accepted = SocketKind.call(blank);
        implAccept(accepted);
        return accepted;
      }
    };
  }
}
