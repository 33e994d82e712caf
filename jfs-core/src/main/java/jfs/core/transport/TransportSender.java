package jfs.core.transport;

import java.io.IOException;

/**
 * The sending direction of a {@link TransportStream}. One thread at a time calls it, with a lock
 * held under which nothing is {@linkplain TransportStream#release released}.
 */
public interface TransportSender {

  /**
   * Sends bytes, blocking while there is no room.
   *
   * @throws java.net.SocketException if the peer is gone or this end was closed or shut down
   */
  void send(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Sends a byte of urgent data. The peer reads it in its place in the stream, or never, as it
   * wants.
   *
   * @throws java.net.SocketException as {@link #send}; the caller makes of it what the JDK throws
   */
  void sendUrgent(int data) throws IOException;
}
