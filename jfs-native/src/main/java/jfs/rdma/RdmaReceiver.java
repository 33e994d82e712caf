package jfs.rdma;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.function.BooleanSupplier;
import jfs.core.config.Log;
import jfs.core.switchover.Deadline;
import jfs.core.tcp.PeerEnding;
import jfs.core.wait.MemorySpin;

/**
 * The receiving direction of an {@link RdmaTransport}: what its readers do. Readers come one at a
 * time; the state is guarded by the wire's monitor.
 */
final class RdmaReceiver {

  /**
   * How long a peer may take to say how it has ended, once TCP has ended: it has said it before.
   */
  private static final int VERDICT_MILLIS = 5000;

  private final Conversation talk;
  private final Wire wire;
  private final PeerEnding peer;
  private final BooleanSupplier stayed;
  private final WireWait wait;

  private boolean closed;
  private boolean shut;

  /** This end told its reader of a reset, and goes on to. */
  private boolean reset;

  /**
   * Of a connection.
   *
   * @param stayed whether the peer is known to stay on TCP; a guess without the wire's monitor
   */
  RdmaReceiver(Conversation talk, PeerEnding peer, BooleanSupplier stayed, MemorySpin spin) {
    this.talk = talk;
    this.peer = peer;
    this.stayed = stayed;
    wire = talk.wire();
    wait = new WireWait(talk, talk.reader(), spin);
  }

  /** Receives at least one byte, blocking, or -1 at the end. */
  int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    Deadline deadline = null;
    while (true) {
      synchronized (wire) {
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
    Inflow inflow = talk.inflow();
    int n = inflow.take(bytes, offset, length);
    if (n == 0) {
      talk.advance();
      n = inflow.take(bytes, offset, length);
    }
    if (n > 0) {
      talk.teller().flush();
      return n;
    }
    if (!talk.hasPeerFinished() && !wire.isBroken()) {
      return 0;
    }
    // All there will ever be was looked for after that was known.
    if (!talk.hasPeerFinished()) {
      peer.lost();
    }
    try {
      peer.read(talk.senderFlags());
    } catch (SocketException e) {
      reset = !peer.hasTcpFailed(); // that the JDK tells once only
      throw e;
    }
    return -1;
  }

  private boolean mayStopReading() {
    return closed
        || shut
        || wire.isBroken()
        || talk.inflow().available() > 0
        || talk.hasPeerFinished();
  }

  /** How many bytes can be received without blocking. */
  int available() {
    synchronized (wire) {
      talk.advance();
      return shut || closed ? 0 : (int) Math.min(talk.inflow().available(), Integer.MAX_VALUE);
    }
  }

  /** As {@link jfs.core.transport.Transport#awaitEnd}. */
  long awaitEnd() throws IOException {
    synchronized (wire) {
      if (reset) {
        throw new SocketException("Connection reset");
      }
      wire.probe(); // a peer that has died says nothing
    }
    try {
      wait.sleep(this::isEndKnown, Deadline.in(VERDICT_MILLIS)::remainingNanos);
    } catch (SocketTimeoutException e) {
      Log.info("TCP has ended, and the peer says nothing of it");
    }
    synchronized (wire) {
      if (closed) {
        throw new SocketException("Socket closed");
      }
      long end = talk.peerSwitchedAt();
      if (end < 0 && !shut && !stayed.getAsBoolean() && !talk.hasPeerFinished()) {
        // It may have switched and sent more. A stream that may be cut off has no end.
        reset = true;
        throw new SocketException("Connection reset");
      }
      return end;
    }
  }

  private boolean isEndKnown() {
    return closed
        || shut
        || wire.isBroken()
        || stayed.getAsBoolean()
        || talk.peerSwitchedAt() >= 0
        || talk.hasPeerFinished();
  }

  /** Ends the direction, for this end alone. With the wire's monitor held, as in those below. */
  void shut() {
    shut = true;
    talk.reader().wake();
  }

  /** Whether the program wants no more. */
  boolean isShut() {
    return shut;
  }

  /** The socket is closed. */
  void close() {
    closed = true;
    talk.reader().wake();
  }
}
