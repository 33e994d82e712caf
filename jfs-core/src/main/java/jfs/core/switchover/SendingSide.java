package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.carrier.OwnTraffic;
import jfs.core.config.Log;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.SelectableSender;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportSender;

/**
 * The sending direction: TCP first, then a transport, for good. It switches within a write, under
 * the lock that each write holds: it announces the first bytes of this write as the last on TCP. A
 * receiver that waits there needs no other sign.
 */
class SendingSide {

  /**
   * How much of a write goes to TCP at most for the switch. If it were less, a receiver would get
   * in two reads what fits in one. If it were more, bytes would go the slower way for nothing.
   */
  private static final int MOST_LAST_BYTES = 64 * 1024;

  static final String BROKEN_PIPE = "Broken pipe";

  private static final long NONE = -1;

  final Negotiation negotiation;
  final CarrierAnchor tcp;
  final ConnectionStats stats;
  final Mutex lock;

  /** What went by TCP without JFS; null if nothing has. */
  private final OwnTraffic own;

  /** How much of that is in {@link #sent}. Guarded by the lock. */
  private long ownTaken;

  /** How many bytes TCP took. Guarded by the lock. */
  long sent;

  /**
   * How many bytes TCP is to get in all, as the peer was told; negative if it was not. TCP may take
   * a part of a channel's write, and the switch then waits for the next. Guarded by the lock.
   */
  private long announced = NONE;

  /**
   * Whether it is unknown how many bytes the peer gets from TCP: then there is no switch any more.
   * Guarded by the lock.
   */
  boolean uncertain;

  /**
   * Whether the direction ended during its switch: the peer takes the announced bytes from TCP, and
   * nothing that comes there after them. So it does, too, if the stack overflowed in the write of
   * the last of them: TCP may have taken all, and the peer may have followed. Guarded by the lock.
   */
  boolean overAtSwitch;

  /** Where writes go after the switch, else null. Written under the lock and the monitor. */
  volatile TransportSender switched;

  /**
   * Whether the program has ended this direction: then it never switches. Guarded by the monitor.
   */
  private boolean shut;

  SendingSide(
      Negotiation negotiation,
      CarrierAnchor tcp,
      ConnectionStats stats,
      OwnTraffic own,
      Mutex lock) {
    this.negotiation = negotiation;
    this.tcp = tcp;
    this.stats = stats;
    this.own = own;
    this.lock = lock;
  }

  /** Adds what went without JFS. The caller has the lock. */
  final void takeOwn() {
    if (own != null) {
      long all = own.sent();
      sent += all - ownTaken;
      ownTaken = all;
      uncertain |= own.isUncertain();
    }
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      if (overAtSwitch) {
        throw brokenPipe();
      }
      TransportSender fast = switched;
      if (fast != null) {
        fast.send(bytes, offset, length);
      } else {
        takeOwn();
        Transport installed = negotiation.transport();
        int last = installed == null ? 0 : lastOnTcp(installed, length);
        if (last > 0 && last <= length) {
          switchTo(installed, bytes, offset, length, last);
        } else {
          writeToTcp(bytes, offset, length);
        }
      }
      negotiation.wrote(length);
      stats.addSentInTurn(length);
    } finally {
      lock.unlock();
    }
  }

  /** How many of the next bytes are TCP's last; 0 if there is no switch. */
  final int lastOnTcp(Transport installed, int length) throws IOException {
    if (announced != NONE) {
      return (int) (announced - sent);
    }
    int last = Math.min(length, MOST_LAST_BYTES);
    if (last == 0 || !announce(installed, last)) {
      return 0;
    }
    announced = sent + last;
    return last;
  }

  private void writeToTcp(byte[] bytes, int offset, int length) throws IOException {
    boolean done = false;
    try {
      tcp.write(bytes, offset, length);
      done = true;
    } catch (SocketException e) {
      throw asTold(e);
    } finally {
      if (done) {
        sent += length;
      } else {
        uncertain = true;
      }
    }
  }

  /** What a writer throws that has met this on TCP. */
  final SocketException asTold(SocketException kernels) {
    return isTold(kernels) ? brokenPipe() : kernels;
  }

  /**
   * Whether a reader has already reported the reset that a writer meets now. The reader learned of
   * it from the transport; the kernel does not know that, and tells the writer as well. If the
   * kernel says no more than that the pipe is broken, a reader has taken the reset from it, for a
   * doorbell perhaps, and is about to tell: this writer must not do so in its place.
   */
  private boolean isTold(SocketException kernels) {
    if (BROKEN_PIPE.equals(kernels.getMessage())) {
      return false;
    }
    Transport committed = negotiation.committedTransport();
    return committed != null && !negotiation.isClosed() && !isShut() && !committed.tellReset();
  }

  /** Tells the peer that this direction switches after so many more bytes; false if it does not. */
  private boolean announce(Transport installed, int last) throws IOException {
    if (uncertain || !installed.isCommitted() || isShut()) {
      return false;
    }
    try {
      tcp.pushAtOnce();
    } catch (OutOfMemoryError e) {
      return false; // a write to TCP needs no heap; a later write may switch
    }
    return installed.announceSwitch(sent + last);
  }

  private synchronized boolean isShut() {
    return shut;
  }

  /**
   * Switches within a write: its first bytes are the last on TCP. If TCP refuses them, either the
   * direction has ended (by a close or half-close while this blocks, or by the peer), or memory is
   * short and the direction stays on TCP.
   */
  private void switchTo(Transport installed, byte[] bytes, int offset, int length, int last)
      throws IOException {
    TransportSender fast = installed.stream().sender();
    boolean known = false;
    try {
      writeToTcp(bytes, offset, last);
      known = true;
    } catch (IOException | RuntimeException | OutOfMemoryError | InternalError | LinkageError e) {
      // For example, there is no direct memory for the JDK's own buffer: the connection may live,
      // and stays on TCP. The receiver has not switched, because it did not get all the announced
      // bytes.
      known = true;
      takeBack(installed);
      throw e;
    } finally {
      if (!known) {
        overAtSwitch =
            true; // TCP may have taken all; and no call: the stack may be too full for it
      }
    }
    boolean goesOn = switchNow(installed);
    if (last < length) {
      if (!goesOn) {
        throw brokenPipe(); // as when the end overtakes a write on TCP
      }
      fast.send(bytes, offset + last, length - last);
    }
  }

  /** All that was announced went by TCP: false if the direction has ended meanwhile. */
  final boolean switchNow(Transport installed) {
    synchronized (this) {
      if (shut) {
        overAtSwitch = true;
        return false;
      }
      switched = installed.stream().sender();
    }
    stats.carriedBy(negotiation.kind());
    return true;
  }

  /** Whether the peer was told how many bytes TCP gets. */
  final boolean hasAnnounced() {
    return announced != NONE;
  }

  static SocketException brokenPipe() {
    return new SocketException(BROKEN_PIPE);
  }

  final void takeBack(Transport installed) {
    if (announced == NONE) {
      return;
    }
    announced = NONE;
    try {
      installed.announceSwitch(NONE);
    } catch (IOException e) {
      Log.debug("closed meanwhile", e);
    }
  }

  /**
   * Ends this direction.
   *
   * @return whether the transport must tell the peer, and not TCP
   */
  synchronized boolean shut() {
    shut = true;
    return switched != null;
  }

  /**
   * Sends urgent data through the transport; returns false if TCP has to send them.
   *
   * @param waits for room, if there is none; else that is an exception
   */
  boolean sendUrgent(int data, boolean waits) throws IOException {
    lock.lock();
    try {
      if (overAtSwitch) {
        throw brokenPipe();
      }
      takeOwn();
      TransportSender fast = switched;
      if (fast == null) {
        // It is unknown what the peer's TCP makes of the byte, and so also how many bytes come that
        // way: this direction stays on TCP.
        uncertain = true;
        takeBack(negotiation.transport());
        return false;
      }
      if (waits) {
        fast.sendUrgent(data);
      } else if (!((SelectableSender) fast).trySendUrgent(data)) {
        throw new IOException("Socket buffer full"); // as the JDK says it
      }
      return true;
    } catch (SocketException e) {
      throw ofUrgentData(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * What the JDK throws for urgent data is no {@link SocketException}, unless this end is closed.
   */
  private IOException ofUrgentData(SocketException e) {
    return negotiation.isClosed()
        ? new SocketException("Socket closed")
        : new IOException(e.getMessage(), e);
  }

  /** Whether a thread is in this direction, or keeps others out of it for a moment. */
  boolean isBusy() {
    return lock.isLocked();
  }

  /** Keeps writers out until {@link #unbar}; false if one is inside now. */
  boolean tryToBar() {
    return lock.tryLock();
  }

  void unbar() {
    lock.unlock();
  }
}
