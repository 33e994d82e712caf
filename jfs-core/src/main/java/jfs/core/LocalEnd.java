package jfs.core;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.SocketOptions;
import jfs.core.carrier.TcpConnection;
import jfs.core.transport.FourTuple;

/**
 * This end of a connection. It asks for its address only when a caller needs it. The statistics and
 * the pairing hold this object, so it refers to the carrier weakly: a forgotten socket can still be
 * collected.
 */
final class LocalEnd extends WeakReference<TcpConnection> implements FourTuple.End {

  private final int port;

  /** Null until known. An address is immutable, so a race costs a second system call at most. */
  private volatile InetAddress address;

  LocalEnd(TcpConnection carrier) {
    super(carrier);
    port = carrier.localPort();
  }

  @Override
  public InetAddress address() {
    if (address == null) {
      TcpConnection carrier = get();
      InetAddress asked = carrier == null ? null : ask(carrier);
      if (asked != null) { // null after a close: keep an address that another thread got
        address = asked;
      }
    }
    return address;
  }

  @Override
  public InetAddress knownAddress() {
    return address;
  }

  private static InetAddress ask(TcpConnection carrier) {
    try {
      return (InetAddress) carrier.getOption(SocketOptions.SO_BINDADDR);
    } catch (IOException e) {
      return null; // closed
    }
  }

  @Override
  public int port() {
    return port;
  }
}
