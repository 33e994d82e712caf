package jfs.core.switchover;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.Transport;

/**
 * The receiving direction: TCP until the peer's last byte there, then the transport. A peer that
 * switches wakes us by a byte on TCP if need be, so reads from TCP that may meet such a byte go
 * through a buffer of their own: the application's must stay as it is beyond the bytes that it
 * gets.
 */
final class ReceivingSide {

  private static final VarHandle RECEIVED;
  private static final VarHandle READING_TCP;

  static {
    try {
      MethodHandles.Lookup own = MethodHandles.lookup();
      RECEIVED = own.findVarHandle(ReceivingSide.class, "received", long.class);
      READING_TCP = own.findVarHandle(ReceivingSide.class, "readingTcp", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What is read from TCP at once while a switch may come, unless more is there already. */
  private static final int BUFFER = 8192;

  /** The most that the JDK's sockets read at once. */
  private static final int BIG_BUFFER = 128 * 1024;

  /** The JDK counts the wait for another reader against the timeout from this release on. */
  private static final boolean TIMEOUT_COUNTS_LOCK = Runtime.version().feature() >= 21;

  private final SwitchableConnection connection;
  private final CarrierAnchor tcp;
  private final ConnectionStats stats;
  private final ReentrantLock lock = new ReentrantLock();

  /** What came through TCP. Written under the lock. */
  private volatile long received;

  /** Whether a read from TCP is under way that may not know of the transport that is installed. */
  private volatile boolean readingTcp;

  /** Where reads come from once switched. Written under the lock. */
  private volatile Transport switched;

  /** This direction told the application of a reset, and goes on to. Guarded by the lock. */
  private boolean reset;

  /** As with the JDK, an end of file once read is read again and again. Guarded by the lock. */
  private boolean ended;

  ReceivingSide(SwitchableConnection connection, CarrierAnchor tcp, ConnectionStats stats) {
    this.connection = connection;
    this.tcp = tcp;
    this.stats = stats;
  }

  int read(byte[] bytes, int offset, int length) throws IOException {
    int timeout = lock();
    int n;
    try {
      if (ended) {
        return -1;
      }
      Transport fast = switched;
      n =
          fast != null
              ? fast.receive(bytes, offset, length, timeout)
              : receiveFromTcp(bytes, offset, length, timeout);
      if (n < 0) {
        ended = true;
        stats.inputEnded();
        return n;
      }
      if (switched == null && n < length) {
        n += receiveMore(bytes, offset + n, length - n);
      }
    } finally {
      lock.unlock();
    }
    stats.addReceived(n);
    return n;
  }

  /** Takes the lock and answers the time that is left for reading, in milliseconds, 0 for ever. */
  private int lock() throws SocketTimeoutException {
    int timeout = tcp.timeout();
    if (lock.tryLock()) {
      return timeout;
    }
    if (timeout == 0 || !TIMEOUT_COUNTS_LOCK) {
      lock.lock();
      return tcp.timeout();
    }
    Deadline deadline = Deadline.in(timeout);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (!lock.tryLock(deadline.remainingMillis(), TimeUnit.MILLISECONDS)) {
            throw new SocketTimeoutException("Read timed out");
          }
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      return deadline.remainingMillis();
    } catch (SocketTimeoutException e) {
      lock.unlock();
      throw e;
    }
  }

  private int receiveFromTcp(byte[] bytes, int offset, int length, int timeout) throws IOException {
    try {
      return receive(bytes, offset, length, timeout);
    } catch (SocketException e) {
      Transport bound = connection.boundTransport();
      if (bound != null && !connection.isClosed() && bound.awaitEnd() == received) {
        // TCP has done its part; the peer has closed it with a wake-up of ours unread.
        return receive(bytes, offset, length, timeout);
      }
      if (bound == null || connection.isClosed() || reset || bound.tellReset()) {
        reset = true;
        throw e;
      }
      return -1;
    }
  }

  /**
   * What the peer sent after it switched, if there is any: one read takes all that is available, as
   * with the JDK, whichever way it came.
   */
  private int receiveMore(byte[] bytes, int offset, int length) throws IOException {
    Transport installed = connection.transport();
    if (installed == null || installed.peerSwitchedAt() != received || installed.available() == 0) {
      return 0;
    }
    follow(installed);
    // End of file it says only if shut down meanwhile; so it will again.
    return Math.max(0, installed.receive(bytes, offset, length, 0));
  }

  private void follow(Transport installed) {
    switched = installed;
    stats.carriedBy(installed.kind());
  }

  private int receive(byte[] bytes, int offset, int length, int timeout) throws IOException {
    Deadline deadline = Deadline.in(timeout);
    int left = timeout;
    while (true) {
      // Asked first: if none may be installed any more, then none is after this either.
      boolean mayPair = connection.mayPair();
      Transport installed = connection.transport();
      int n;
      if (installed == null) {
        n =
            mayPair
                ? readWithNoneInstalled(bytes, offset, length, left)
                : count(tcp.read(bytes, offset, length, left));
      } else {
        long end = installed.peerSwitchedAt();
        if (end < 0) {
          n = readAwaitingSwitch(installed, bytes, offset, length, left);
        } else if (received < end) {
          n = count(tcp.read(bytes, offset, (int) Math.min(length, end - received), left));
        } else if (received == end) {
          follow(installed);
          return installed.receive(bytes, offset, length, left);
        } else {
          throw new SocketException("Connection reset");
        }
      }
      if (n > 0 || (n < 0 && isEnd())) {
        return n;
      }
      // Something has come, and it may be what this waits for; a thread that gets no processor may
      // learn of it when its time is up. The JDK, too, looks once more then. News are few.
      left = deadline.remainingMillisToLook();
    }
  }

  /** TCP has ended: whether the stream has, too. */
  private boolean isEnd() throws IOException {
    Transport installed = connection.transport();
    long end = installed == null ? -1 : installed.awaitEnd();
    if (end > received) {
      throw new SocketException("Connection reset");
    }
    return end < 0;
  }

  /** Answers 0 when there is news but no data. */
  private int readWithNoneInstalled(byte[] bytes, int offset, int length, int timeout)
      throws IOException {
    byte[] buffer = buffer(length);
    readingTcp = true;
    try {
      // Both this and the installer write first and look then; see WaitWord.
      return connection.transport() != null
          ? 0
          : cut(buffer, tcp.read(buffer, 0, buffer.length, timeout), bytes, offset);
    } finally {
      // Released only: who sees the read as under way still, wakes somebody in vain.
      READING_TCP.setRelease(this, false);
    }
  }

  private int readAwaitingSwitch(
      Transport installed, byte[] bytes, int offset, int length, int timeout) throws IOException {
    byte[] buffer = buffer(length);
    // Another may take the place of this one meanwhile, and has to know.
    readingTcp = true;
    installed.awaitSwitchOnTcp();
    try {
      return connection.transport() != installed || installed.peerSwitchedAt() >= 0
          ? 0
          : cut(buffer, tcp.read(buffer, 0, buffer.length, timeout), bytes, offset);
    } finally {
      installed.awaitedSwitchOnTcp();
      READING_TCP.setRelease(this, false);
    }
  }

  private byte[] buffer(int length) throws IOException {
    int size = BUFFER;
    if (length > BUFFER) {
      size = Math.max(BUFFER, Math.min(tcp.available(), BIG_BUFFER));
    }
    return new byte[Math.min(length, size)];
  }

  /** Hands out what the peer sent before it switched; what lies beyond only woke us. */
  private int cut(byte[] buffer, int n, byte[] bytes, int offset) {
    if (n < 0) {
      return n;
    }
    Transport installed = connection.transport();
    long end = installed == null ? -1 : installed.peerSwitchedAt();
    int data = end < 0 ? n : (int) Math.min(n, Math.max(0, end - received));
    System.arraycopy(buffer, 0, bytes, offset, data);
    if (data < n) {
      installed.readBeyondSwitch(buffer, data, n - data);
    }
    return count(data);
  }

  private int count(int n) {
    if (n > 0) {
      // Under the lock, which orders it for readers; who only looks gets it soon.
      RECEIVED.setRelease(this, received + n);
      connection.readFromTcp(n);
    }
    return n;
  }

  /**
   * Reads from TCP what is not data, if all data are read: what wakes us comes by chance before or
   * after the data that we are to wake up for.
   */
  void takeWakeUps() throws IOException {
    if (!lock.tryLock()) {
      return;
    }
    try {
      Transport installed = connection.transport();
      if (installed == null || (switched == null && installed.peerSwitchedAt() != received)) {
        return;
      }
      installed.awaitedSwitchOnTcp(); // so that no more come
      int n = installed.wakeUps(Math.min(tcp.available(), BUFFER));
      if (n > 0) {
        byte[] buffer = new byte[n];
        installed.readBeyondSwitch(buffer, 0, Math.max(0, tcp.read(buffer, 0, n, 0)));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether a read may be blocked that does not know of the transport. */
  boolean isReadingTcp() {
    return readingTcp;
  }

  /** How many bytes can be read at once, given what TCP has. */
  int available(int onTcp) throws IOException {
    Transport fast = switched;
    if (fast != null) {
      return fast.available();
    }
    Transport installed = connection.transport();
    long end = installed == null ? -1 : installed.peerSwitchedAt();
    if (end < 0) {
      return onTcp;
    }
    long before = Math.max(0, Math.min(onTcp, end - received));
    boolean whole = received + before >= end;
    return (int) Math.min(Integer.MAX_VALUE, before + (whole ? installed.available() : 0));
  }

  /** Whether a thread is in this direction, or keeps others out of it for a moment. */
  boolean isBusy() {
    return lock.isLocked();
  }

  /** Runs something when no read is under way, if that is now. */
  boolean tryWithoutReader(Runnable action) {
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
