package jfs.bench.child;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Sockets between addresses of this host: the loopback's, which no other host can reach, or with
 * {@code -Djfs.bench.address=A} those to A, from the address that the kernel chooses for A.
 */
public final class Hosts {

  private static final String SERVER = System.getProperty("jfs.bench.address");

  /** Of {@link #server(long)}. */
  public static final int SERVERS = SERVER == null ? 16 : 1;

  private static final int BACKLOG = 50;

  private Hosts() {}

  /** Where servers listen. */
  public static InetAddress server() throws IOException {
    return server(0);
  }

  /** One of the addresses where servers may listen, by turns. */
  public static InetAddress server(long turn) throws IOException {
    return SERVER == null
        ? InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (1 + turn % SERVERS)})
        : InetAddress.getByName(SERVER);
  }

  /** A server socket; port 0 lets the kernel choose. */
  public static ServerSocket listen(int port) throws IOException {
    return listen(server(), port);
  }

  public static ServerSocket listen(InetAddress address, int port) throws IOException {
    return new ServerSocket(port, BACKLOG, address);
  }

  public static Socket connect(int port) throws IOException {
    return connect(server(), port);
  }

  public static Socket connect(InetAddress address, int port) throws IOException {
    Socket socket = new Socket(address, port);
    socket.setTcpNoDelay(true);
    return socket;
  }

  public static Socket accept(ServerSocket server) throws IOException {
    Socket socket = server.accept();
    socket.setTcpNoDelay(true);
    return socket;
  }
}
