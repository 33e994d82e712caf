package jfs.core.switchover;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.Transport;

/**
 * The sending direction: TCP first, then a transport, for good. The switch is made between two
 * writes, under the lock that each write holds.
 */
final class SendingSide {

  private final SwitchableConnection connection;
  private final CarrierAnchor tcp;
  private final ConnectionStats stats;
  private final ReentrantLock lock = new ReentrantLock();

  /** What TCP took. Guarded by the lock. */
  private long sent;

  /**
   * Nobody knows how many bytes the peer gets from TCP: no switch any more. Guarded by the lock.
   */
  private boolean uncertain;

  /** Where writes go once switched. Written under the lock and the monitor. */
  private volatile Transport switched;

  /** The application ended this direction: no switch any more. Guarded by the monitor. */
  private boolean shut;

  SendingSide(SwitchableConnection connection, CarrierAnchor tcp, ConnectionStats stats) {
    this.connection = connection;
    this.tcp = tcp;
    this.stats = stats;
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      Transport fast = switched;
      if (fast == null) {
        fast = switchIfBound(true);
      }
      if (fast != null) {
        fast.send(bytes, offset, length);
      } else {
        writeToTcp(bytes, offset, length);
      }
    } finally {
      lock.unlock();
    }
    stats.addSent(length);
  }

  private void writeToTcp(byte[] bytes, int offset, int length) throws IOException {
    boolean done = false;
    try {
      tcp.write(bytes, offset, length);
      done = true;
    } finally {
      if (done) {
        sent += length;
      } else {
        uncertain = true;
      }
    }
    connection.wroteToTcp(length);
    // The peer may be waiting for the switch, not for more bytes.
    switchIfBound(false);
  }

  /**
   * Switches if both ends are bound.
   *
   * @param mayBlock whether TCP would make the caller wait just now, too
   * @return where writes go from now on, null if still to TCP
   */
  private Transport switchIfBound(boolean mayBlock) throws IOException {
    Transport installed = connection.transport();
    if (installed == null
        || uncertain
        || !installed.isBound()
        || (!mayBlock && installed.mayBlockToSwitch())) {
      return null;
    }
    synchronized (this) {
      if (shut) {
        return null;
      }
      switched = installed;
    }
    stats.carriedBy(installed.kind());
    installed.switchOver(sent);
    return installed;
  }

  /**
   * Ends this direction.
   *
   * @return the transport that has to tell the peer, null if TCP has to
   */
  Transport shut() throws IOException {
    if (switched == null && lock.tryLock()) {
      // No write is under way, so it need not be TCP.
      try {
        if (switched == null) {
          switchIfBound(false);
        }
      } finally {
        lock.unlock();
      }
    }
    synchronized (this) {
      shut = true;
      return switched;
    }
  }

  /** Sends urgent data through the transport; false if they are TCP's to send. */
  boolean sendUrgent(int data) throws IOException {
    lock.lock();
    try {
      Transport fast = switched;
      if (fast == null) {
        fast = switchIfBound(true);
      }
      if (fast == null) {
        // A transport that is yet to be bound must not be: what the peer's TCP makes of the byte is
        // not known, and so neither how many came that way.
        uncertain = true;
        return false;
      }
      fast.sendUrgent(data);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a thread is in this direction, or keeps others out of it for a moment. */
  boolean isBusy() {
    return lock.isLocked();
  }

  /** Runs something when no write is under way, if that is now. */
  boolean tryWithoutWriter(Runnable action) {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      action.run();
    } finally {
      lock.unlock();
    }
    return true;
  }
}
