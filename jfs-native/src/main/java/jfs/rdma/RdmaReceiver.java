package jfs.rdma;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.function.BooleanSupplier;
import jfs.core.config.Log;
import jfs.core.switchover.Deadline;
import jfs.core.tcp.PeerEnding;
import jfs.core.wait.MemorySpin;
import jfs.rdma.verbs.QueuePair;

/**
 * The receiving direction of an {@link RdmaTransport}. For one reader at a time; the queue pair's
 * monitor guards the state.
 */
final class RdmaReceiver {

  /**
   * How long the peer's word of how it ended may take once TCP has ended; the peer sends it before
   * that.
   */
  private static final int VERDICT_MILLIS = 5000;

  private final RdmaConnection connection;
  private final QueuePair queuePair;
  private final PeerEnding peer;
  private final BooleanSupplier stayed;
  private final QueuePairWait wait;

  private boolean closed;
  private boolean shut;

  /** A reader of this end has got a reset, and later reads get one, too. */
  private boolean reset;

  /**
   * Of a connection.
   *
   * @param stayed whether the peer is known to stay on TCP; without the queue pair's monitor the
   *     answer may be out of date
   */
  RdmaReceiver(
      RdmaConnection connection, PeerEnding peer, BooleanSupplier stayed, MemorySpin spin) {
    this.connection = connection;
    this.peer = peer;
    this.stayed = stayed;
    queuePair = connection.queuePair();
    wait = new QueuePairWait(connection, connection.reader(), spin);
  }

  /** Receives at least one byte, blocking, or -1 at the end. */
  int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    Deadline deadline = null;
    while (true) {
      synchronized (queuePair) {
        if (closed) {
          throw new SocketException("Socket closed");
        }
        if (reset) {
          throw new SocketException("Connection reset");
        }
        if (shut) {
          return -1;
        }
        int n = take(bytes, offset, length);
        if (n != 0) {
          return n;
        }
      }
      if (wait.poll(this::mayStopReading)) {
        continue;
      }
      if (deadline == null) {
        deadline = Deadline.in(timeoutMillis);
      }
      wait.sleep(this::mayStopReading, deadline::remainingNanos);
    }
  }

  /** How many bytes could be taken, 0 if none are there, -1 at the end. */
  private int take(byte[] bytes, int offset, int length) throws SocketException {
    Inflow inflow = connection.inflow();
    int n = inflow.take(bytes, offset, length);
    if (n == 0) {
      connection.advance();
      n = inflow.take(bytes, offset, length);
    }
    if (n > 0) {
      connection.controlSender().flush();
      return n;
    }
    if (!connection.hasPeerFinished() && !queuePair.isBroken()) {
      return 0;
    }
    // The last poll came after this was known, so it found all there will ever be.
    if (!connection.hasPeerFinished()) {
      peer.lost();
    }
    try {
      peer.read(connection.senderFlags());
    } catch (SocketException e) {
      reset = !peer.hasTcpFailed(); // the JDK reports that one only once
      throw e;
    }
    return -1;
  }

  private boolean mayStopReading() {
    return closed
        || shut
        || queuePair.isBroken()
        || connection.inflow().available() > 0
        || connection.hasPeerFinished();
  }

  /** How many bytes can be received without blocking. */
  int available() {
    synchronized (queuePair) {
      connection.advance();
      return shut || closed
          ? 0
          : (int) Math.min(connection.inflow().available(), Integer.MAX_VALUE);
    }
  }

  /** As {@link jfs.core.transport.Transport#awaitEnd}. */
  long awaitEnd() throws IOException {
    synchronized (queuePair) {
      if (reset) {
        throw new SocketException("Connection reset");
      }
      queuePair.probe(); // a peer that has died says nothing
    }
    try {
      wait.sleep(this::isEndKnown, Deadline.in(VERDICT_MILLIS)::remainingNanos);
    } catch (SocketTimeoutException e) {
      Log.info("TCP has ended, and the peer says nothing of it");
    }
    synchronized (queuePair) {
      if (closed) {
        throw new SocketException("Socket closed");
      }
      long end = connection.peerSwitchedAt();
      if (end < 0 && !shut && !stayed.getAsBoolean() && !connection.hasPeerFinished()) {
        // It may have switched and sent more bytes. A stream that may be cut off has no end of
        // file.
        reset = true;
        throw new SocketException("Connection reset");
      }
      return end;
    }
  }

  private boolean isEndKnown() {
    return closed
        || shut
        || queuePair.isBroken()
        || stayed.getAsBoolean()
        || connection.peerSwitchedAt() >= 0
        || connection.hasPeerFinished();
  }

  /**
   * Ends the direction, for this end alone. With the queue pair's monitor held, as for those below.
   */
  void shut() {
    shut = true;
    connection.reader().wake();
  }

  /** Whether the program has shut this direction. */
  boolean isShut() {
    return shut;
  }

  /** The socket is closed. */
  void close() {
    closed = true;
    connection.reader().wake();
  }
}
