package jfs.agent.programs;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where servers are: at the loopback's address, or with {@code -Dhosts.address=A} at another one of
 * this host.
 */
public final class Hosts {

  /** Where servers listen, and clients connect to. */
  public static final InetAddress SERVER = server();

  private Hosts() {}

  private static InetAddress server() {
    String address = System.getProperty("hosts.address");
    try {
      return address == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
