package jfs.agent.programs;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where servers are: at the loopback's address, or with {@code -Djfs.test.address=A} at another one
 * of this host.
 */
public final class Hosts {

  /** Where servers listen, and clients connect to. */
  public static final InetAddress SERVER = server();

  private Hosts() {}

  private static InetAddress server() {
    String address = System.getProperty("jfs.test.address");
    try {
      return address == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
