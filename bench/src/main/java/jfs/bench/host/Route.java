package jfs.bench.host;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Between which addresses of this host the measured programs talk, if not the loopback's.
 *
 * @param client where the client comes from
 * @param server where the server listens
 */
public record Route(InetAddress client, InetAddress server) {

  /** The discard protocol's; nothing is sent. */
  private static final int ANY_PORT = 9;

  /**
   * To a server at an address.
   *
   * @throws BenchException with a message for the user, if this host does not have it
   */
  public static Route to(String address) {
    try (DatagramSocket probe = new DatagramSocket(0, InetAddress.getByName(address))) {
      InetAddress server = probe.getLocalAddress();
      try (DatagramSocket route = new DatagramSocket()) {
        route.connect(new InetSocketAddress(server, ANY_PORT));
        return new Route(route.getLocalAddress(), server);
      }
    } catch (IOException e) {
      throw new BenchException("not an address of this host: " + e.getMessage(), e);
    }
  }

  /** For the measured JVMs. */
  public String jvmArgument() {
    return "-Djfs.bench.address=" + server.getHostAddress();
  }

  /** For the C program. */
  public List<String> baseline() {
    return List.of("--from", client.getHostAddress(), "--to", server.getHostAddress());
  }

  /** For a reader. */
  public String describe() {
    return client.getHostAddress() + " to " + server.getHostAddress();
  }
}
