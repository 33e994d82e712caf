package jfs.agent.programs;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where servers are: at the loopback's address, or with {@code -Dserver.address=A} at another one
 * of this host.
 */
public final class ServerHost {

  /** Where servers listen, and clients connect to. */
  public static final InetAddress ADDRESS = address();

  private ServerHost() {}

  private static InetAddress address() {
    String address = System.getProperty("server.address");
    try {
      return address == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
