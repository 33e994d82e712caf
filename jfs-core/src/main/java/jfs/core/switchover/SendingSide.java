package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.config.Log;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.Transport;

/**
 * The sending direction: TCP first, then a transport, for good. The switch is made within a write,
 * under the lock that each write holds: its first bytes are the last on TCP, and announced to be
 * so. A receiver that waits there needs no other sign.
 */
final class SendingSide {

  /**
   * The most of a write that goes to TCP for the switch. Less, and a receiver would get in two
   * reads what fits in one; more would go the slower way for nothing.
   */
  private static final int MOST_LAST_BYTES = 64 * 1024;

  private final SwitchableConnection connection;
  private final CarrierAnchor tcp;
  private final ConnectionStats stats;
  private final Mutex lock = new Mutex();

  /** What TCP took. Guarded by the lock. */
  private long sent;

  /**
   * Nobody knows how many bytes the peer gets from TCP: no switch any more. Guarded by the lock.
   */
  private boolean uncertain;

  /**
   * The direction ended in the midst of its switch: the peer takes what it was announced from TCP,
   * and nothing that comes there after it. Guarded by the lock.
   */
  private boolean overAtSwitch;

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
      if (overAtSwitch) {
        throw brokenPipe();
      }
      Transport fast = switched;
      if (fast != null) {
        fast.send(bytes, offset, length);
      } else {
        Transport installed = connection.transport();
        int last = installed == null ? 0 : Math.min(length, MOST_LAST_BYTES);
        if (last > 0 && announce(installed, last)) {
          switchTo(installed, bytes, offset, length, last);
        } else {
          writeToTcp(bytes, offset, length);
        }
      }
      connection.wrote(length);
      stats.addSentInTurn(length);
    } finally {
      lock.unlock();
    }
  }

  private void writeToTcp(byte[] bytes, int offset, int length) throws IOException {
    boolean done = false;
    try {
      tcp.write(bytes, offset, length);
      done = true;
    } catch (SocketException e) {
      throw isTold() ? brokenPipe() : e;
    } finally {
      if (done) {
        sent += length;
      } else {
        uncertain = true;
      }
    }
  }

  /**
   * Whether a reader was told of the reset that a writer meets now, from memory. The kernel, which
   * does not know of that, tells the writer as well.
   */
  private boolean isTold() {
    Transport bound = connection.boundTransport();
    return bound != null && !connection.isClosed() && !isShut() && !bound.tellReset();
  }

  /** Whether this direction switches over after so many bytes, of which the peer knows then. */
  private boolean announce(Transport installed, int last) throws IOException {
    if (uncertain || !installed.isBound() || isShut()) {
      return false;
    }
    try {
      tcp.pushAtOnce();
    } catch (OutOfMemoryError e) {
      return false; // the program writes on, for which it needs no heap; a later write may switch
    }
    return installed.announceSwitch(sent + last);
  }

  private synchronized boolean isShut() {
    return shut;
  }

  /**
   * Switches over with a write, the first bytes of which are the last on TCP. If TCP refuses them,
   * the direction has ended there: by a close or half-close while this blocks, or by the peer.
   */
  private void switchTo(Transport fast, byte[] bytes, int offset, int length, int last)
      throws IOException {
    try {
      writeToTcp(bytes, offset, last);
    } catch (IOException | RuntimeException | Error e) {
      // No direct memory for the JDK's own buffer, say: the connection may live, and stays on TCP.
      // A receiver has not followed, as it did not get all that was announced.
      takeBack(fast);
      throw e;
    }
    synchronized (this) {
      if (shut) {
        overAtSwitch = true;
        if (last < length) {
          throw brokenPipe(); // as for a write that the end overtakes on TCP
        }
        return;
      }
      switched = fast;
    }
    stats.carriedBy(fast.kind());
    if (last < length) {
      fast.send(bytes, offset + last, length - last);
    }
  }

  private static SocketException brokenPipe() {
    return new SocketException("Broken pipe");
  }

  private static void takeBack(Transport fast) {
    try {
      fast.announceSwitch(-1);
    } catch (IOException e) {
      Log.debug("closed meanwhile: " + Log.describe(e));
    }
  }

  /**
   * Ends this direction.
   *
   * @return the transport that has to tell the peer, null if TCP has to
   */
  synchronized Transport shut() {
    shut = true;
    return switched;
  }

  /** Sends urgent data through the transport; false if they are TCP's to send. */
  boolean sendUrgent(int data) throws IOException {
    lock.lock();
    try {
      if (overAtSwitch) {
        if (connection.isClosed()) {
          throw new SocketException("Socket closed");
        }
        throw new IOException("Broken pipe"); // what the JDK throws here is no SocketException
      }
      Transport fast = switched;
      if (fast == null) {
        // What the peer's TCP makes of the byte is not known, and so neither how many came that
        // way: this direction stays on TCP.
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

  /** Keeps writers out until {@link #unbar}, if none is in there now. */
  boolean tryToBar() {
    return lock.tryLock();
  }

  void unbar() {
    lock.unlock();
  }
}
