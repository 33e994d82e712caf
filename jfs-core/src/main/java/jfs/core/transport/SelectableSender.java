package jfs.core.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A sending direction that also serves a selectable channel. */
public interface SelectableSender extends TransportSender {

  /**
   * Sends what there is room for, or the first part of it.
   *
   * @return how many bytes; 0 if there is no room now
   * @throws java.net.SocketException as {@link #send}, and only if it has sent nothing
   */
  int sendNow(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Sends straight from a buffer as much as there is room for, if that is possible now.
   *
   * @return how many bytes; 0 if the caller has to use another method, which tells why
   * @throws java.net.SocketException as {@link #send}
   */
  int sendNow(ByteBuffer from) throws IOException;

  /**
   * Sends a byte of urgent data, as {@link #sendUrgent}, without waiting.
   *
   * @return false if there is no room now
   * @throws java.net.SocketException as {@link #sendUrgent}
   */
  boolean trySendUrgent(int data) throws IOException;

  /** Waits until {@link #sendNow} would take a byte, or throw; may return early. */
  void awaitRoom() throws IOException;

  /** Whether {@link #sendNow} would take bytes worth the call, or throw. */
  boolean canSend() throws IOException;

  /**
   * Has the caller told by {@link Anchor#changed} once {@link #canSend} becomes true.
   *
   * @return false if it may be true already, or can't be told: the caller must look again, now or
   *     in a moment
   */
  default boolean arm() throws IOException {
    return false;
  }

  /** As {@link SelectableReceiver#isToldByTcp}: whether TCP may tell how the connection ends. */
  default boolean isToldByTcp() {
    return true;
  }

  /** Whether bytes go by TCP again: then the kernel alone knows whether there is room. */
  boolean sendsOnTcp();

  /**
   * Has all later bytes go by TCP again.
   *
   * @return false if this transport can't do that
   */
  boolean staysOnTcp() throws IOException;
}
