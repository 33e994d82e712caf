package jfs.core.transport;

import java.net.InetAddress;

/** The two ends of a TCP connection, as this end sees them. */
public record FourTuple(
    InetAddress localAddress, int localPort, InetAddress remoteAddress, int remotePort) {

  /** The same connection as its other end sees it. */
  @SuppressWarnings("ArgumentSelectionDefectChecker") // swapping them is the point
  public FourTuple mirrored() {
    return new FourTuple(remoteAddress, remotePort, localAddress, localPort);
  }
}
