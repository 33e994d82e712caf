package jfs.core.transport;

import java.io.IOException;

/**
 * A stream that also serves a selectable channel: there, {@link #receive} and {@link #trySend}
 * never wait, and a selector asks whether they would do something.
 *
 * <p>Threads: as for {@link TransportStream}. What concerns one direction is called under the lock
 * of that direction.
 */
public interface SelectableStream extends TransportStream {

  /**
   * Sends as much as there is room for.
   *
   * @return how many bytes; 0 if there is no room now
   * @throws java.net.SocketException as {@link #send}
   */
  int trySend(byte[] bytes, int offset, int length) throws IOException;

  /** Whether {@link #trySend} would take a byte, or throw. */
  boolean canSend() throws IOException;

  /**
   * Whether bytes go by TCP again, in this sending direction, so that the kernel alone knows
   * whether there is room.
   */
  boolean sendsOnTcp();

  /**
   * Has all later bytes go by TCP again.
   *
   * @return false if this transport can't do that
   */
  boolean returnToTcp() throws IOException;

  /**
   * Whether {@link #receive} would return something, or throw. Reads the doorbells that lie on TCP
   * in front of nothing else.
   *
   * @param tcpIsReadable whether the kernel has just said that TCP has something: a doorbell, its
   *     end, or bytes of a peer that has returned there
   */
  boolean canReceive(boolean tcpIsReadable) throws IOException;

  /**
   * Asks the peer for a doorbell on TCP once there is something to receive. The next {@link
   * #receive} takes that back.
   *
   * @return false if there may be something already, or no doorbell may come: the caller must look
   *     again, now or in a moment, rather than rely on TCP
   */
  boolean arm() throws IOException;
}
