package jfs.core.transport;

import java.io.IOException;

/**
 * The receiving direction of a {@link TransportStream}. One thread at a time calls it, with a lock
 * held under which nothing is {@linkplain TransportStream#release released}.
 */
public interface TransportReceiver {

  /**
   * Receives at least one byte, blocking until there is one.
   *
   * @param length at least 1
   * @param timeoutMillis 0 waits for ever
   * @return how many, or -1 at end of file
   * @throws java.net.SocketTimeoutException after {@code timeoutMillis}; the transport stays usable
   * @throws java.net.SocketException if this end was closed; or for a reset by the peer, and then
   *     again at each later call
   */
  int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException;
}
