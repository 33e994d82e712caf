package jfs.core.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.wait.SelectorEventFd;

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
   * Has the caller told once there is something to receive: by a doorbell on TCP, by an eventfd, or
   * by {@link Anchor#changed}. The next {@link #receive} takes that back.
   *
   * @param eventFd by which the caller may be told, if it is the only one, and looks at this
   *     receiver after each of its waits; null if not. If this is armed already, for another
   *     caller, both are told by TCP.
   * @return false if there may be something already, or it can't be told: the caller must look
   *     again, now or in a moment
   */
  boolean arm(SelectorEventFd eventFd) throws IOException;

  /** Takes back what {@link #arm} has asked for, if that saves anything. */
  default void disarm() {}

  /**
   * Whether TCP tells: by a doorbell, or by its end. If not, what TCP has to say is for the
   * transport alone, and the selector does not have the kernel watch it.
   */
  default boolean isToldByTcp() {
    return true;
  }
}
