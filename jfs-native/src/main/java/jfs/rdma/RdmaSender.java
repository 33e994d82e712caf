package jfs.rdma;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import jfs.core.config.Log;
import jfs.core.switchover.Deadline;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.wait.MemorySpin;
import jfs.rdma.verbs.QueuePair;

/**
 * The sending direction of an {@link RdmaTransport}. For one writer at a time; the queue pair's
 * monitor guards the state.
 */
final class RdmaSender {

  /**
   * How long a thread sleeps at most when there is no room: a safeguard, since there is always a
   * wake-up.
   */
  private static final long LONGEST_SLEEP_NANOS = 1_000_000_000;

  /** How long a write waits at most for its arrival in a process that is ending. */
  private static final int ARRIVAL_MILLIS = 3000;

  private final RdmaConnection connection;
  private final QueuePair queuePair;
  private final PeerEnding peer;
  private final QueuePairWait wait;

  private boolean closed;
  private boolean finished;

  RdmaSender(RdmaConnection connection, PeerEnding peer, MemorySpin spin) {
    this.connection = connection;
    this.peer = peer;
    queuePair = connection.queuePair();
    wait = new QueuePairWait(connection, connection.writer(), spin);
  }

  /** Sends all of it, blocking. */
  void send(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int to = offset + length;
    while (from < to) {
      int n = claim(to - from, from > offset);
      if (n < 0) {
        return; // the bytes vanish, as on TCP
      }
      if (n == 0) {
        awaitRoom(this::mayStopWaitingForRoom);
        continue;
      }
      connection.outflow().stage(bytes, from, n);
      synchronized (queuePair) {
        if (closed || finished) {
          queuePair.unclaim(); // the peer was told that no more bytes come
          refuse();
        }
        connection.outflow().post(queuePair, n);
        connection.afterWrite();
      }
      from += n;
    }
    if (connection.isEnding()) {
      awaitArrival();
    }
  }

  /** Waits for the arrival: the process may end any moment, and its queue pairs with it. */
  private void awaitArrival() throws InterruptedIOException {
    try {
      wait.sleep(this::hasArrived, Deadline.in(ARRIVAL_MILLIS)::remainingNanos);
    } catch (SocketTimeoutException e) {
      Log.info("a peer has not taken everything");
    }
  }

  private boolean hasArrived() {
    return closed || finished || connection.hasDrained();
  }

  /**
   * Claims slots and returns how many bytes there is room for; 0 if none, -1 if they are to vanish.
   */
  private int claim(int wanted, boolean begun) throws IOException {
    synchronized (queuePair) {
      if (closed || finished) {
        refuse();
      }
      if (peer.isOver() || queuePair.isBroken()) {
        connection.advance();
        peer.write(begun, wanted);
        return -1;
      }
      if (!canSend()) {
        connection.advance();
        if (!canSend()) {
          return 0;
        }
      }
      queuePair.claim();
      return connection.outflow().room(wanted);
    }
  }

  private boolean canSend() {
    return queuePair.mayWrite() && connection.outflow().room(1) > 0;
  }

  private void refuse() throws SocketException {
    throw new SocketException(closed ? "Socket closed" : "Broken pipe");
  }

  private boolean mayStopWaitingForRoom() {
    return isOver() || canSend();
  }

  private boolean mayStopWaitingForSlot() {
    return isOver() || queuePair.mayWrite();
  }

  private boolean isOver() {
    return closed || finished || peer.isOver() || queuePair.isBroken();
  }

  private void awaitRoom(QueuePairWait.Condition enough) throws IOException {
    if (!wait.poll(enough)) {
      wait.sleep(enough, () -> LONGEST_SLEEP_NANOS);
    }
  }

  /** Sends a byte of urgent data, blocking. */
  void sendUrgent(int data) throws IOException {
    try {
      while (!trySendUrgent(data)) {
        awaitRoom(this::mayStopWaitingForSlot);
      }
    } catch (SocketException e) {
      if (closed) {
        throw e;
      }
      // The JDK throws no SocketException here.
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Returns whether it was sent, or is to vanish. */
  private boolean trySendUrgent(int data) throws IOException {
    synchronized (queuePair) {
      if (closed || finished) {
        refuse();
      }
      connection.advance();
      if (peer.isOver() || queuePair.isBroken()) {
        peer.write(false, 1);
        return true;
      }
      if (!queuePair.mayWrite()) {
        return false;
      }
      connection.controlSender().urgent(data);
      return true;
    }
  }

  /** Ends the direction. With the queue pair's monitor held, as for the one below. */
  void finish() {
    if (!finished) {
      finished = true;
      connection.controlSender().addFlags(Flags.FINISHED);
      connection.writer().wake();
    }
  }

  /** The socket is closed. */
  void close() {
    closed = true;
    finished = true;
    connection.writer().wake();
  }
}
