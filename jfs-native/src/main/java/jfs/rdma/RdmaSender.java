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

/**
 * The sending direction of an {@link RdmaTransport}: what its writers do. Writers come one at a
 * time; the state is guarded by the wire's monitor.
 */
final class RdmaSender {

  /** What a thread sleeps at most for want of room: a safeguard, for it is always woken. */
  private static final long LONGEST_SLEEP_NANOS = 1_000_000_000;

  /** What a process that ends waits for a write at most. */
  private static final int ARRIVAL_MILLIS = 3000;

  private final Conversation talk;
  private final Wire wire;
  private final PeerEnding peer;
  private final WireWait wait;

  private boolean closed;
  private boolean finished;

  RdmaSender(Conversation talk, PeerEnding peer, MemorySpin spin) {
    this.talk = talk;
    this.peer = peer;
    wire = talk.wire();
    wait = new WireWait(talk, talk.writer(), spin);
  }

  /** Sends all of it, blocking. */
  void send(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int to = offset + length;
    while (from < to) {
      int n = claim(to - from, from > offset);
      if (n < 0) {
        return; // it vanishes, as TCP lets it
      }
      if (n == 0) {
        awaitRoom(this::mayStopWaitingForRoom);
        continue;
      }
      talk.outflow().stage(bytes, from, n);
      synchronized (wire) {
        if (closed || finished) {
          wire.unclaim(); // the peer has been told that nothing comes
          refuse();
        }
        talk.outflow().post(wire, n);
        talk.afterWrite();
      }
      from += n;
    }
    if (talk.isEnding()) {
      awaitArrival();
    }
  }

  /** The process may end any moment, and its devices' queues with it. */
  private void awaitArrival() throws InterruptedIOException {
    try {
      wait.sleep(this::hasArrived, Deadline.in(ARRIVAL_MILLIS)::remainingNanos);
    } catch (SocketTimeoutException e) {
      Log.info("a peer has not taken everything");
    }
  }

  private boolean hasArrived() {
    return closed || finished || talk.hasDrained();
  }

  /** How many bytes there are room and slots for, which are claimed; 0 if none, -1 to vanish. */
  private int claim(int wanted, boolean begun) throws IOException {
    synchronized (wire) {
      if (closed || finished) {
        refuse();
      }
      if (peer.isOver() || wire.isBroken()) {
        talk.advance();
        peer.write(begun, wanted);
        return -1;
      }
      if (!canSend()) {
        talk.advance();
        if (!canSend()) {
          return 0;
        }
      }
      wire.claim();
      return talk.outflow().room(wanted);
    }
  }

  private boolean canSend() {
    return wire.mayWrite() && talk.outflow().room(1) > 0;
  }

  private void refuse() throws SocketException {
    throw new SocketException(closed ? "Socket closed" : "Broken pipe");
  }

  private boolean mayStopWaitingForRoom() {
    return isOver() || canSend();
  }

  private boolean mayStopWaitingForSlot() {
    return isOver() || wire.mayWrite();
  }

  private boolean isOver() {
    return closed || finished || peer.isOver() || wire.isBroken();
  }

  private void awaitRoom(WireWait.Condition enough) throws IOException {
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
      // What the JDK throws here is no SocketException.
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Whether the receiver has it to judge, or nobody ever will. */
  private boolean trySendUrgent(int data) throws IOException {
    synchronized (wire) {
      if (closed || finished) {
        refuse();
      }
      talk.advance();
      if (peer.isOver() || wire.isBroken()) {
        peer.write(false, 1);
        return true;
      }
      if (!wire.mayWrite()) {
        return false;
      }
      talk.teller().urgent(data);
      return true;
    }
  }

  /** Ends the direction. With the wire's monitor held, as in the one below. */
  void finish() {
    if (!finished) {
      finished = true;
      talk.teller().addFlags(Flags.FINISHED);
      talk.writer().wake();
    }
  }

  /** The socket is closed. */
  void close() {
    closed = true;
    finished = true;
    talk.writer().wake();
  }
}
