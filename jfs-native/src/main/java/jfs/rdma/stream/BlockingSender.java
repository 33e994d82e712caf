package jfs.rdma.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import jfs.core.config.Log;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.SelectableSender;
import jfs.core.wait.Deadline;

/**
 * Sends on a connection as a blocking socket does: waits while there is no room. For one writer at
 * a time.
 */
final class BlockingSender implements SelectableSender {

  /**
   * How long a thread sleeps at most when there is no room: a safeguard, since there is always a
   * wake-up.
   */
  private static final long LONGEST_SLEEP_NANOS = 1_000_000_000;

  /** How long a write waits at most for its arrival in a process that is ending. */
  private static final int ARRIVAL_MILLIS = 3000;

  private final RdmaConnection connection;
  private final PeerEnding peer;
  private final QueuePairWait wait;

  BlockingSender(RdmaConnection connection, PeerEnding peer, QueuePairWait wait) {
    this.connection = connection;
    this.peer = peer;
    this.wait = wait;
  }

  @Override
  public void send(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int to = offset + length;
    while (from < to) {
      int n = connection.trySend(bytes, from, to - from);
      if (n < 0) {
        peer.write(from > offset, to - from);
        return; // the bytes vanish, as on TCP
      }
      if (n == 0) {
        await(Awaited.ROOM);
      }
      from += n;
    }
    if (connection.isEnding()) {
      awaitArrival();
    }
  }

  @Override
  public int sendNow(byte[] bytes, int offset, int length) throws IOException {
    int n = connection.trySend(bytes, offset, length);
    if (n < 0) {
      peer.write(false, length);
      return length; // the bytes vanish, as on TCP
    }
    if (n > 0 && connection.isEnding()) {
      awaitArrival();
    }
    return n;
  }

  /** Has the caller use an array: next to the way between hosts a copy more is little. */
  @Override
  public int sendNow(ByteBuffer from) {
    return 0;
  }

  @Override
  public void awaitRoom() throws IOException {
    await(Awaited.ROOM);
  }

  @Override
  public boolean canSend() {
    return connection.poll(Awaited.ROOM);
  }

  @Override
  public boolean arm() {
    return connection.arm(Awaited.ROOM);
  }

  /** What happens to TCP is watched by {@link TcpWatch}. */
  @Override
  public boolean isToldByTcp() {
    return false;
  }

  @Override
  public boolean sendsOnTcp() {
    return false;
  }

  @Override
  public boolean staysOnTcp() {
    return false;
  }

  private void await(Awaited room) throws InterruptedIOException {
    if (!wait.poll(room)) {
      wait.sleep(room, Deadline.NEVER, LONGEST_SLEEP_NANOS);
    }
  }

  /** Waits for the arrival: the process may end any moment, and its queue pairs with it. */
  private void awaitArrival() throws InterruptedIOException {
    try {
      wait.sleep(Awaited.ARRIVAL, Deadline.in(ARRIVAL_MILLIS), Long.MAX_VALUE);
    } catch (SocketTimeoutException e) {
      Log.info("a peer has not taken everything");
    }
  }

  @Override
  public void sendUrgent(int data) throws IOException {
    while (!trySendUrgent(data)) {
      await(Awaited.SLOT);
    }
  }

  @Override
  public boolean trySendUrgent(int data) throws IOException {
    return connection.trySendUrgent(data);
  }
}
