package jfs.contract.channel;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * The end of a connection that a case does not look at. All operations block. None may be used by
 * two threads at once, but one may send while another receives.
 */
public interface PeerEnd extends AutoCloseable {

  /** Sends all of this. */
  void send(byte... bytes) throws IOException;

  /**
   * Receives this many bytes, or all up to the end of file if that comes first.
   *
   * @throws IOException also if the connection was reset
   */
  byte[] receive(int length) throws IOException;

  /** Sends an end of file. */
  void shutdownOutput() throws IOException;

  /** Where this end is. */
  SocketAddress localAddress() throws IOException;

  /** Where this end thinks that the other one is. */
  SocketAddress remoteAddress() throws IOException;

  /** Closes the connection by a reset. */
  void reset() throws IOException;

  @Override
  void close() throws IOException;
}
