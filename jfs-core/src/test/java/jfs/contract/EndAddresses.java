package jfs.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Where the two ends of a connection are: both at the loopback's address. {@code
 * -Djfs.contract.address=A} puts the server at another address of this host, and the client at the
 * one from which the kernel goes there: for transports that need two addresses.
 */
public final class EndAddresses {

  /** Where servers listen. */
  public static final InetAddress SERVER;

  /** The address of a client that chooses none. */
  public static final InetAddress CLIENT;

  /** The port of the discard protocol; nothing is sent. */
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

  private EndAddresses() {}

  /** An address for a server, with a port that the kernel chooses. */
  public static InetSocketAddress anyServerPort() {
    return new InetSocketAddress(SERVER, 0);
  }

  /** An address for a client, with a port that the kernel chooses. */
  public static InetSocketAddress anyClientPort() {
    return new InetSocketAddress(CLIENT, 0);
  }
}
