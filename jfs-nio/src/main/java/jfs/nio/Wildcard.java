package jfs.nio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;

/** The address that the kernel says a socket is bound to before it is bound. */
final class Wildcard {

  static final InetAddress ADDRESS = find();

  private Wildcard() {}

  /** The JDK makes IPv6 sockets wherever it can. */
  private static InetAddress find() {
    boolean six = true;
    try {
      SocketChannel.open(StandardProtocolFamily.INET6).close();
    } catch (IOException | UnsupportedOperationException e) {
      six = false;
    }
    try {
      return InetAddress.getByAddress(new byte[six ? 16 : 4]);
    } catch (UnknownHostException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
