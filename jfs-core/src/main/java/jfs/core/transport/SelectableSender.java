package jfs.core.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A sending direction that also serves a selectable channel. */
public interface SelectableSender extends TransportSender {

  /**
   * Sends as much as there is room for.
   *
   * @return how many bytes; 0 if there is no room now
   * @throws java.net.SocketException as {@link #send}
   */
  int sendNow(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Sends straight from a buffer as much as there is room for, if that is possible now.
   *
   * @return how many bytes; 0 if the caller has to use another method, which tells why
   * @throws java.net.SocketException as {@link #send}
   */
  int sendNow(ByteBuffer from) throws IOException;

  /** Waits until {@link #sendNow} would take a byte, or throw; may return early. */
  void awaitRoom() throws IOException;

  /** Whether {@link #sendNow} would take bytes worth the call, or throw. */
  boolean canSend() throws IOException;

  /** Whether bytes go by TCP again: then the kernel alone knows whether there is room. */
  boolean sendsOnTcp();

  /**
   * Has all later bytes go by TCP again.
   *
   * @return false if this transport can't do that
   */
  boolean staysOnTcp() throws IOException;
}
