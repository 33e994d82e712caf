package jfs.core.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A receiving direction that also serves a selectable channel: {@link #receive} takes {@link
 * Anchor#NO_WAIT} as a timeout, and returns 0 then if there is nothing.
 */
public interface SelectableReceiver extends TransportReceiver {

  /**
   * Receives straight into a buffer with room, if that is possible now.
   *
   * @return how many bytes; 0 if the caller has to use {@link #receive}, which tells why
   */
  int receiveNow(ByteBuffer to) throws IOException;

  /**
   * A hint: whether {@link #canReceive} may have become true. Takes next to no time, and any thread
   * may call, also while another one receives.
   */
  boolean mayReceive();

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
