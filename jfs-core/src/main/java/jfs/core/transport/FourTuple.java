package jfs.core.transport;

import java.net.InetAddress;
import java.util.Objects;

/**
 * The two ends of a TCP connection, as one of them sees them.
 *
 * <p>The ports and the remote address are known when the connection is made. The local address
 * costs a system call, and most connections end before JFS needs it. So this class asks for it only
 * on demand: in {@link #localAddress}, or to compare with another tuple of the same ports.
 *
 * <p>Any thread may call. A call that asks for the local address takes a lock of the socket.
 */
public final class FourTuple {

  private final End local;
  private final End remote;

  /** One end. Any thread may call. */
  public interface End {

    /** Null if the connection was closed before the first call; else the same each time. */
    InetAddress address();

    /**
     * The address, if {@link #address} was called before; else null. Takes no lock of the socket.
     */
    InetAddress knownAddress();

    /** From 1 to 65535. */
    int port();
  }

  private record Known(InetAddress address, int port) implements End {
    @Override
    public InetAddress knownAddress() {
      return address;
    }
  }

  /** Takes a local end that may have to ask for its address. */
  public FourTuple(End local, InetAddress remoteAddress, int remotePort) {
    this(local, new Known(remoteAddress, remotePort));
  }

  /** Takes known addresses. */
  public FourTuple(
      InetAddress localAddress, int localPort, InetAddress remoteAddress, int remotePort) {
    this(new Known(localAddress, localPort), new Known(remoteAddress, remotePort));
  }

  private FourTuple(End local, End remote) {
    this.local = local;
    this.remote = remote;
  }

  /** The address of this end; null if the connection was closed before the first call. */
  public InetAddress localAddress() {
    return local.address();
  }

  /** The address of this end, if it was asked for before; else null. */
  public InetAddress knownLocalAddress() {
    return local.knownAddress();
  }

  /** The port of this end, from 1 to 65535. */
  public int localPort() {
    return local.port();
  }

  /** The address of the other end; may be null in a tuple that was {@link #mirrored}. */
  public InetAddress remoteAddress() {
    return remote.address();
  }

  /** The port of the other end, from 1 to 65535. */
  public int remotePort() {
    return remote.port();
  }

  /** Whether both addresses are known, from now on. */
  public boolean isKnown() {
    return localAddress() != null && remoteAddress() != null;
  }

  /** Whether a socket is connected to itself, and so is its own other end. */
  public boolean isOneEnd() {
    return localPort() == remotePort() && Objects.equals(localAddress(), remoteAddress());
  }

  /** The same connection as its other end sees it. */
  @SuppressWarnings("ArgumentSelectionDefectChecker") // swapping them is the point
  public FourTuple mirrored() {
    return new FourTuple(remote, local);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof FourTuple that
            && localPort() == that.localPort()
            && remotePort() == that.remotePort()
            && Objects.equals(remoteAddress(), that.remoteAddress())
            && Objects.equals(localAddress(), that.localAddress()));
  }

  /** Of the ports alone, so that a map can store and find a tuple without its addresses. */
  @Override
  public int hashCode() {
    return localPort() << 16 ^ remotePort();
  }

  @Override
  public String toString() {
    return localAddress() + ":" + localPort() + "-" + remoteAddress() + ":" + remotePort();
  }
}
