package jfs.rdma.stream;

import java.net.SocketException;
import jfs.core.tcp.PeerEnding;
import jfs.rdma.verbs.QueuePair;

/**
 * The receiving direction of a connection; never blocks. Guarded by the lock of {@link
 * RdmaConnection}.
 */
final class RdmaReceiver {

  private final RdmaConnectionState state;
  private final QueuePair queuePair;
  private final Inflow inflow;
  private final PeerState peer;
  private final PeerEnding ending;

  private boolean closed;
  private boolean shut;

  /** A reader of this end has got a reset, and later reads get one, too. */
  private boolean reset;

  RdmaReceiver(RdmaConnectionState state) {
    this.state = state;
    queuePair = state.queuePair();
    inflow = state.inflow();
    peer = state.peer();
    ending = state.ending();
  }

  /** Takes the bytes that are there: how many, 0 if there are none, -1 at the end. */
  int tryReceive(byte[] bytes, int offset, int length) throws SocketException {
    checkOpen();
    checkReset();
    if (shut) {
      return -1;
    }
    int n = inflow.take(bytes, offset, length);
    if (n == 0) {
      state.advance();
      n = inflow.take(bytes, offset, length);
    }
    if (n > 0) {
      state.controlSender().flush();
      return n;
    }
    return peer.hasFinished() || state.isSettled() ? end() : 0;
  }

  /** The last poll came after the end was known, so it found all there will ever be. */
  private int end() throws SocketException {
    if (!peer.hasFinished()) {
      ending.lost();
    }
    try {
      ending.read(peer.senderFlags());
    } catch (SocketException e) {
      reset = !ending.hasTcpFailed(); // the JDK reports that one only once
      throw e;
    }
    return -1;
  }

  private void checkOpen() throws SocketException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
  }

  private void checkReset() throws SocketException {
    if (reset) {
      throw new SocketException("Connection reset");
    }
  }

  /** Whether a thread that waits for bytes is to go on. */
  boolean mayStopReading() {
    return closed || shut || state.isSettled() || inflow.available() > 0 || peer.hasFinished();
  }

  /** As {@link jfs.core.transport.TransportStream#available}. */
  int available() {
    state.advance();
    return closed ? 0 : (int) Math.min(inflow.available(), Integer.MAX_VALUE);
  }

  /** TCP has ended: asks the peer for a sign of life, since one that has died says nothing. */
  void probeForEnd() throws SocketException {
    checkReset();
    queuePair.probe();
  }

  /** Whether {@link #end} is known of a TCP that has ended, or need not be. */
  boolean isEndKnown() {
    return closed || shut || state.isSettled() || hasSaidHow();
  }

  private boolean hasSaidHow() {
    return hasStayed() || peer.switchedAt() >= 0 || peer.hasFinished();
  }

  private boolean hasStayed() {
    return state.commitment().hasPeerStayed(state.isSettled());
  }

  /**
   * How many bytes the peer gave to TCP, which has ended; negative if TCP's end is that of its
   * stream.
   *
   * @throws SocketException if this end was closed, or does not know
   */
  long endOfTcp() throws SocketException {
    checkOpen();
    if (!shut && !hasSaidHow()) {
      // It may have switched and sent more bytes. A stream that may be cut off has no end of file.
      reset = true;
      checkReset();
    }
    return peer.switchedAt();
  }

  /** Ends the direction, for this end alone. */
  void shut() {
    shut = true;
    state.reader().wake();
  }

  /** Whether the program has shut this direction. */
  boolean isShut() {
    return shut;
  }

  /** The socket is closed. */
  void close() {
    closed = true;
    state.reader().wake();
  }
}
