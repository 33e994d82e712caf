package jfs.bench.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sockets that nobody outside this host can reach. */
final class Loopback {

  private static final int BACKLOG = 50;

  private Loopback() {}

  static InetAddress address() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  /** A server socket; port 0 lets the kernel choose. */
  static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, BACKLOG, address());
  }

  static Socket connect(int port) throws IOException {
    Socket socket = new Socket(address(), port);
    socket.setTcpNoDelay(true);
    return socket;
  }

  static Socket accept(ServerSocket server) throws IOException {
    Socket socket = server.accept();
    socket.setTcpNoDelay(true);
    return socket;
  }
}
