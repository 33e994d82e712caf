package jfs.rdma.stream;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import jfs.core.config.Log;
import jfs.core.transport.Anchor;
import jfs.core.transport.SelectableReceiver;
import jfs.core.wait.Deadline;
import jfs.core.wait.SelectorEventFd;

/**
 * Receives from a connection as a blocking socket does: waits while nothing is there. For one
 * reader at a time.
 */
final class BlockingReceiver implements SelectableReceiver {

  /**
   * How long the peer's word of how it ended may take once TCP has ended; the peer sends it before
   * that.
   */
  private static final int VERDICT_MILLIS = 5000;

  private final RdmaConnection connection;
  private final QueuePairWait wait;

  BlockingReceiver(RdmaConnection connection, QueuePairWait wait) {
    this.connection = connection;
    this.wait = wait;
  }

  @Override
  public int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    long deadline = Deadline.NEVER;
    boolean waits = false;
    while (true) {
      int n = connection.tryReceive(bytes, offset, length);
      if (n != 0 || timeoutMillis == Anchor.NO_WAIT) {
        return n;
      }
      if (wait.poll(Awaited.BYTES)) {
        continue;
      }
      if (!waits) {
        waits = true;
        deadline = Deadline.in(timeoutMillis);
      }
      wait.sleepAsReader(Awaited.BYTES, deadline);
    }
  }

  /** Has the caller use an array: next to the way between hosts a copy more is little. */
  @Override
  public int receiveNow(ByteBuffer to) {
    return 0;
  }

  @Override
  public boolean mayReceive() {
    return true; // only a poll tells
  }

  @Override
  public boolean canReceive(boolean tcpIsReadable) {
    return connection.poll(Awaited.BYTES);
  }

  @Override
  public boolean arm(SelectorEventFd eventFd) {
    return connection.arm(Awaited.BYTES);
  }

  /** What happens to TCP is watched by {@link TcpWatch}. */
  @Override
  public boolean isToldByTcp() {
    return false;
  }

  /** As {@link jfs.core.transport.Transport#awaitEnd}. */
  long awaitEnd() throws IOException {
    connection.probeForEnd();
    try {
      wait.sleepAsReader(Awaited.END, Deadline.in(VERDICT_MILLIS));
    } catch (SocketTimeoutException e) {
      Log.info("TCP has ended, and the peer says nothing of it");
    }
    return connection.endOfTcp();
  }
}
