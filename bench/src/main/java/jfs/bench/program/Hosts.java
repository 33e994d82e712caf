package jfs.bench.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sockets that nobody outside this host can reach. */
final class Loopback {

  /** Of {@link #address(int)}. */
  static final int ADDRESSES = 16;

  private static final int BACKLOG = 50;

  private Loopback() {}

  static InetAddress address() throws IOException {
    return address(0);
  }

  /** One of several addresses of this host, by turns. */
  static InetAddress address(long turn) throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (1 + turn % ADDRESSES)});
  }

  /** A server socket; port 0 lets the kernel choose. */
  static ServerSocket listen(int port) throws IOException {
    return listen(address(), port);
  }

  static ServerSocket listen(InetAddress address, int port) throws IOException {
    return new ServerSocket(port, BACKLOG, address);
  }

  static Socket connect(int port) throws IOException {
    return connect(address(), port);
  }

  static Socket connect(InetAddress address, int port) throws IOException {
    Socket socket = new Socket(address, port);
    socket.setTcpNoDelay(true);
    return socket;
  }

  static Socket accept(ServerSocket server) throws IOException {
    Socket socket = server.accept();
    socket.setTcpNoDelay(true);
    return socket;
  }
}
