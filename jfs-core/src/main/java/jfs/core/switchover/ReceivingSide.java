package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.Transport;

/**
 * The receiving direction: TCP until the peer's last byte there, then the transport. The peer says
 * which byte is the last before it writes it, so a read from TCP takes what the program asks for,
 * straight into its array, and whoever waits there is woken by a byte of the stream.
 *
 * <p>After that byte, TCP may bring bytes that only wake this end. None of them is left there when
 * a thread goes back to its program, and none when the connection is closed: the kernel answers the
 * end of a socket with unread bytes by a reset, and drops what it has not yet delivered.
 */
final class ReceivingSide {

  private static final long NOWHERE = -1;

  /**
   * How long a thread that has its bytes waits for a wake-up that the peer has promised, and how
   * long one that closes does. The peer writes it in its next step; only one that was stopped or
   * collects garbage between the two takes longer than some microseconds.
   */
  private static final long RETURN_NANOS = 10_000_000;

  private static final long CLOSE_NANOS = 1_000_000_000;

  /** How often a thread that closes looks whether a reader has gone. */
  private static final long LOOK_NANOS = 50_000;

  /** The JDK counts the wait for another reader against the timeout from this release on. */
  private static final boolean TIMEOUT_COUNTS_LOCK = Runtime.version().feature() >= 21;

  private final SwitchableConnection connection;
  private final CarrierAnchor tcp;
  private final ConnectionStats stats;
  private final Mutex lock = new Mutex();

  /** What came through TCP. Written under the lock. */
  private volatile long received;

  /** {@link #received} while a read from TCP is under way; else negative. */
  private volatile long readsTcpAt = NOWHERE;

  /** Where reads come from once switched. Written under the lock. */
  private volatile Transport switched;

  /** This direction told the application of a reset, and goes on to. Guarded by the lock. */
  private boolean reset;

  /** A wake-up did not come in time: the next read only looks for it. Guarded by the lock. */
  private boolean waitedInVain;

  /** As with the JDK, an end of file once read is read again and again. Guarded by the lock. */
  private boolean ended;

  ReceivingSide(SwitchableConnection connection, CarrierAnchor tcp, ConnectionStats stats) {
    this.connection = connection;
    this.tcp = tcp;
    this.stats = stats;
  }

  int read(byte[] bytes, int offset, int length) throws IOException {
    int timeout = lock();
    try {
      if (ended) {
        return -1;
      }
      Transport fast = switched;
      int n =
          fast != null
              ? fast.receive(bytes, offset, length, timeout)
              : receiveFromTcp(bytes, offset, length, timeout);
      if (n < 0) {
        return endOfFile();
      }
      connection.read(n);
      stats.addReceivedInTurn(n);
      return n;
    } finally {
      try {
        Transport installed = connection.transport();
        if (installed != null) {
          takeWakeUps(installed, waitedInVain ? 0 : RETURN_NANOS);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private int endOfFile() throws SocketException {
    if (connection.isClosed()) {
      // By another thread: the peer was told and has ended as well, before TCP was closed here.
      throw new SocketException("Socket closed");
    }
    ended = true;
    stats.inputEnded();
    return -1;
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
          if (!lock.tryLock(deadline.remainingMillis())) {
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
    int n;
    try {
      n = receive(bytes, offset, length, timeout);
    } catch (SocketException e) {
      n = receiveAfter(e, bytes, offset, length, timeout);
    }
    Transport installed = connection.transport();
    return installed == null || n < 0 || n == length || switched != null
        ? n
        : n + receiveMore(installed, bytes, offset + n, length - n);
  }

  /** TCP has failed, which need not be the end of the stream's. */
  private int receiveAfter(SocketException e, byte[] bytes, int offset, int length, int timeout)
      throws IOException {
    Transport bound = connection.boundTransport();
    if (bound != null && !connection.isClosed() && awaitEnd(bound, e) == received) {
      // TCP has done its part; the peer has closed it with a wake-up of ours unread.
      return receive(bytes, offset, length, timeout);
    }
    if (bound == null || connection.isClosed() || reset || bound.tellReset()) {
      reset = true;
      throw e;
    }
    return -1;
  }

  /** Where it will never be known what became of the peer, TCP's word for its own end stands. */
  private long awaitEnd(Transport bound, SocketException tcps) throws IOException {
    try {
      return bound.awaitEnd(received);
    } catch (SocketException e) {
      if (connection.isClosed()) {
        throw e;
      }
      bound.tellReset();
      throw tcps;
    }
  }

  /**
   * What the peer sent after it switched, if there is any: one read takes all that is available, as
   * with the JDK, whichever way it came.
   */
  private int receiveMore(Transport installed, byte[] bytes, int offset, int length)
      throws IOException {
    if (installed.peerSwitchedAt() != received || installed.available(0) == 0) {
      return 0;
    }
    follow(installed);
    try {
      // End of file it says only if shut down meanwhile; so it will again.
      return Math.max(0, installed.receive(bytes, offset, length, 0));
    } catch (IOException | OutOfMemoryError e) {
      // The program is to have what came by TCP. If this lasts, the next read says it again.
      Log.debug("no more than TCP brought: " + Log.describe(e));
      return 0;
    }
  }

  private void follow(Transport installed) {
    switched = installed;
    stats.carriedBy(installed.kind());
  }

  private int receive(byte[] bytes, int offset, int length, int timeout) throws IOException {
    Deadline deadline = Deadline.in(timeout);
    int left = timeout;
    while (true) {
      Transport installed = connection.transport();
      long end = installed == null ? -1 : installed.peerSwitchedAt();
      if (end >= 0 && received >= end) {
        if (received > end) {
          throw new SocketException("Connection reset");
        }
        follow(installed);
        return installed.receive(bytes, offset, length, left);
      }
      int most = end < 0 ? length : (int) Math.min(length, end - received);
      int n = readTcp(installed, end, bytes, offset, most, left);
      if (n > 0 || (n < 0 && isEnd())) {
        return n;
      }
      // Something has come, and it may be what this waits for; a thread that gets no processor may
      // learn of it when its time is up. The JDK, too, looks once more then. News are few.
      left = deadline.remainingMillisToLook();
    }
  }

  /** Reads from TCP, unless there is news of a transport; answers 0 for news. */
  private int readTcp(
      Transport installed, long end, byte[] bytes, int offset, int length, int timeout)
      throws IOException {
    // This writes first and looks then, as do those who install a transport and who are told by
    // the peer of its switch; all of that is volatile. So either this sees their news, or they see
    // that this reads.
    readsTcpAt = received;
    try {
      if (installed != null) {
        installed.readsTcp(received);
      }
      if (connection.transport() != installed
          || (installed != null && installed.peerSwitchedAt() != end)) {
        return 0;
      }
      byte first = bytes[offset];
      int n = tcp.read(bytes, offset, length, timeout);
      if (n <= 0) {
        return n;
      }
      long before = received;
      Transport now = connection.transport();
      int data = now == null ? n : beforeSwitch(now, n);
      received = before + data; // before all that may fail
      if (data < n) {
        // A wake-up, which comes alone, as the peer is asked for it when all before it was read.
        // Or, from a peer that had no memory to go on, bytes of the stream again: they are kept.
        // The program then finds them in its array as well, behind its own.
        now.readBeyondSwitch(bytes, offset + data, n - data);
        if (data == 0) {
          bytes[offset] = first;
        }
      }
      return data;
    } finally {
      if (installed != null) {
        installed.hasReadTcp();
      }
      readsTcpAt = NOWHERE;
    }
  }

  /** How many of the bytes that were just read from TCP the peer wrote before its switch. */
  private int beforeSwitch(Transport now, int n) {
    long end = now.peerSwitchedAt();
    return end < 0 ? n : (int) Math.min(n, Math.max(0, end - received));
  }

  /** TCP has ended: whether the stream has, too. */
  private boolean isEnd() throws IOException {
    if (connection.isInputShut()) {
      return true;
    }
    Transport installed = connection.transport();
    long end = installed == null ? -1 : installed.awaitEnd(received);
    // Beyond what came: the peer ended while it wrote its last bytes there, and nothing follows.
    return end < 0 || end > received;
  }

  /** Reads the wake-ups that are owed, if all of the stream's bytes on TCP were read before. */
  private void takeWakeUps(Transport installed, long patienceNanos) {
    if (installed.wakeUpsOwed() <= 0) {
      waitedInVain = false;
      return;
    }
    if (!hasDrainedTcp(installed)) {
      return;
    }
    try {
      waitedInVain = !new WakeUps(tcp).take(installed, patienceNanos);
    } catch (IOException e) {
      Log.debug("TCP has ended: " + Log.describe(e));
    } catch (OutOfMemoryError e) {
      waitedInVain = true; // the program is to have what it read
    }
  }

  private boolean hasDrainedTcp(Transport installed) {
    return switched != null || installed.peerSwitchedAt() == received;
  }

  /**
   * Reads the wake-ups that are owed to an end that is being closed or shut for input: a thread in
   * this direction does it on its way out, unless it sleeps where only the end of TCP wakes it, and
   * then no wake-up is under way.
   */
  void takeLastWakeUps(Transport bound) {
    long start = System.nanoTime();
    long left = CLOSE_NANOS;
    while (bound.wakeUpsOwed() > 0 && left > 0) {
      if (tryToBar()) {
        try {
          takeWakeUps(bound, left);
        } finally {
          unbar();
        }
        return;
      }
      LockSupport.parkNanos(LOOK_NANOS);
      left = CLOSE_NANOS - (System.nanoTime() - start);
    }
  }

  /** {@link #received} where a read from TCP may be under way, else negative. */
  long readsTcpAt() {
    return readsTcpAt;
  }

  /** How many bytes can be read at once, given what TCP has. */
  int available(int onTcp) throws IOException {
    Transport fast = switched;
    if (fast != null) {
      return fast.available(0);
    }
    Transport installed = connection.transport();
    long end = installed == null ? -1 : installed.peerSwitchedAt();
    if (end < 0) {
      return onTcp;
    }
    long before = Math.max(0, Math.min(onTcp, end - received));
    boolean whole = received + before >= end;
    return (int)
        Math.min(Integer.MAX_VALUE, before + (whole ? installed.available((int) before) : 0));
  }

  /**
   * Whether bytes lie on TCP that the peer sent before its switch, for one that closes.
   *
   * @param inputShut whether nobody reads them any more, and TCP does not tell of them either
   */
  boolean leavesBytesOnTcp(Transport bound, boolean inputShut) {
    long end = bound.peerSwitchedAt();
    if (switched != null || end == received) {
      return false;
    }
    try {
      return inputShut ? end > received : tcp.available() > 0;
    } catch (IOException e) {
      return false; // closed before
    }
  }

  /** Whether a thread is in this direction, or keeps others out of it for a moment. */
  boolean isBusy() {
    return lock.isLocked();
  }

  /** Keeps readers out until {@link #unbar}, if none is in there now. */
  boolean tryToBar() {
    return lock.tryLock();
  }

  void unbar() {
    lock.unlock();
  }
}
