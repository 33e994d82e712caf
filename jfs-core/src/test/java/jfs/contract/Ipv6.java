package jfs.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Whether, and where, this host has an IPv6 loopback. */
final class Ipv6 {

  private Ipv6() {}

  static InetAddress loopback() throws IOException {
    byte[] address = new byte[16];
    address[15] = 1;
    return InetAddress.getByAddress(address);
  }

  static boolean hasLoopback() {
    try (ServerSocket probe = KindPairings.ORACLE.server().newServerSocket()) {
      probe.bind(new InetSocketAddress(loopback(), 0));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
