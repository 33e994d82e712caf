package jfs.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Where the two ends of a connection are: both at the loopback's address. {@code
 * -Djfs.contract.address=A} has the server at another address of this host, and the client where
 * the kernel goes there from: for transports that need two.
 */
public final class Hosts {

  /** Where servers listen. */
  public static final InetAddress SERVER;

  /** Where a client comes from if it does not choose. */
  public static final InetAddress CLIENT;

  /** The discard protocol's; nothing is sent. */
  private static final int ANY_PORT = 9;

  static {
    String address = System.getProperty("jfs.contract.address");
    if (address == null) {
      SERVER = InetAddress.getLoopbackAddress();
      CLIENT = SERVER;
    } else {
      try (DatagramSocket probe = new DatagramSocket()) {
        SERVER = InetAddress.getByName(address);
        probe.connect(new InetSocketAddress(SERVER, ANY_PORT));
        CLIENT = probe.getLocalAddress();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Hosts() {}

  /** A port of the kernel's choice, for a server. */
  public static InetSocketAddress anyServerPort() {
    return new InetSocketAddress(SERVER, 0);
  }

  /** A port of the kernel's choice, for a client. */
  public static InetSocketAddress anyClientPort() {
    return new InetSocketAddress(CLIENT, 0);
  }
}
