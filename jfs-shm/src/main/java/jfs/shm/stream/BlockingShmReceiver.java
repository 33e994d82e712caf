package jfs.shm.stream;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.Interrupts;
import jfs.core.switchover.Deadline;
import jfs.core.tcp.PeerEnding;
import jfs.core.wait.MemorySpin;

/**
 * The receiving direction as a blocking socket has it: what a thread does while there is nothing to
 * receive, and how it learns that this end or the peer has ended.
 */
final class BlockingShmReceiver {

  /** How long TCP may take to end after the link, if the peer died. */
  private static final int DEATH_MILLIS = 1000;

  /** The pause between two looks of a thread that lacks the memory to sleep on TCP. */
  private static final long NO_MEMORY_NANOS = 2_000_000;

  private final ShmReceiver receiver;
  private final Sleeper sleeper;
  private final PeerEnding peer;
  private final TcpAfterSwitch tcp;
  private final Doorbells doorbells;
  private final WaitWord ownWord;
  private final MemorySpin spin;

  /** TCP has ended. Used by the reader alone, as is the next field. */
  private boolean tcpEnded;

  /** When TCP must have ended if the peer died with the link; null while the link is there. */
  private Deadline verdictDue;

  BlockingShmReceiver(ShmReceiver receiver, Sleeper sleeper) {
    this.receiver = receiver;
    this.sleeper = sleeper;
    peer = receiver.peer();
    tcp = receiver.tcp();
    doorbells = tcp.doorbells();
    spin = sleeper.newSpin();
    ownWord = receiver.control().receiverWaits();
  }

  /** What does not wait. */
  ShmReceiver receiver() {
    return receiver;
  }

  int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    int n = receiver.tryReceive(bytes, offset, length);
    return n == 0 ? await(bytes, offset, length, timeoutMillis) : n;
  }

  private int await(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    Deadline deadline = null;
    int n = 0;
    while (n == 0) {
      if (receiver.isOnTcp()) {
        return receiveFromTcp(bytes, offset, length, timeoutMillis);
      }
      if (!spins()) {
        if (deadline == null) {
          deadline = Deadline.in(timeoutMillis);
        }
        if (!isCutOff()) {
          sleep(length, deadline);
        } else if (isEnd(length, deadline)) {
          return receiver.endUnsaid();
        }
      }
      n = receiver.tryReceive(bytes, offset, length);
    }
    return n;
  }

  /** Reads the peer's bytes that follow those in the ring. */
  private int receiveFromTcp(byte[] bytes, int offset, int length, int timeoutMillis)
      throws IOException {
    try {
      int n = tcp.read(bytes, offset, length, timeoutMillis);
      if (n < 0 && !receiver.isClosed() && !receiver.isShut() && receiver.isResetByDeath()) {
        throw new SocketException("Connection reset");
      }
      return n;
    } catch (SocketException e) {
      if (!receiver.isClosed()) {
        if (!peer.tellReset()) {
          return -1; // a writer was told of the reset
        }
        receiver.reset();
      }
      throw e;
    }
  }

  private boolean spins() throws CorruptRingException {
    if (receiver.hasBytes()) {
      return true;
    }
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        found = receiver.hasBytes();
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /** Whether the peer will say no more, and has not said that its stream ends. */
  private boolean isCutOff() {
    return !receiver.hasFinished() && (peer.isLost() || tcpEnded);
  }

  /** Whether the stream of a peer that is cut off has ended; false if there is more to read. */
  private boolean isEnd(int wanted, Deadline deadline) throws IOException {
    if (receiver.hasBytes() || receiver.hasReturned()) {
      return false;
    }
    awaitTcpEnd(wanted, deadline);
    return !receiver.hasReturned();
  }

  /**
   * Waits until TCP tells whether the peer died: the kernel ends the connections of a dead process
   * at once. A read that times out before that leaves the question to the next read.
   */
  private void awaitTcpEnd(int wanted, Deadline deadline) throws IOException {
    if (verdictDue == null) {
      verdictDue = Deadline.in(DEATH_MILLIS);
    }
    while (!tcpEnded && !tcp.hasReturned()) {
      int left = deadline.remainingMillis();
      int verdict;
      try {
        verdict = verdictDue.remainingMillis();
      } catch (SocketTimeoutException e) {
        receiver.reset();
        throw new SocketException("Connection reset");
      }
      try {
        readTcp(wanted, left == 0 ? verdict : Math.min(left, verdict));
      } catch (SocketTimeoutException e) {
        // One of the two timeouts has passed.
      }
    }
    if (receiver.isClosed()) {
      throw new SocketException("Socket closed");
    }
  }

  /**
   * Reads doorbells, or learns that TCP has ended. The JDK reads into direct memory, and keeps as
   * much of it for each thread as the thread has asked for so far. The program may have used up the
   * rest, so this method asks for no more than the program itself does. If even that is lacking,
   * because this thread never read from TCP, the caller looks at the ring again in a moment.
   */
  private void readTcp(int wanted, int timeoutMillis) throws IOException {
    try {
      byte[] scratch = tcp.scratch();
      int n = sleeper.tcp().read(scratch, 0, Math.min(scratch.length, wanted), timeoutMillis);
      if (n < 0) {
        tcpEnded = true;
      } else {
        receiver.readBeyondSwitch(scratch, 0, n);
      }
    } catch (SocketException e) {
      if (receiver.isClosed()) {
        throw e;
      }
      tcpEnded = true;
      peer.tcpReset();
    } catch (OutOfMemoryError e) {
      boolean interrupted = Interrupts.take();
      LockSupport.parkNanos(NO_MEMORY_NANOS);
      Interrupts.restore(interrupted);
    }
  }

  private void sleep(int wanted, Deadline deadline) throws IOException {
    long nanos = deadline.remainingNanos();
    spin.sleeps();
    // An owed doorbell is sure to come, and must not stay unread on TCP.
    if (sleeper.mayUseFutex() && doorbells.owed() <= 0) {
      ownWord.arm(WaitWord.ON_FUTEX);
      if (receiver.hasNews()) {
        ownWord.disarm();
      } else {
        sleeper.sleepOnFutex(ownWord, nanos);
        ownWord.disarm();
      }
    } else {
      sleepOnTcp(wanted, deadline);
    }
  }

  private void sleepOnTcp(int wanted, Deadline deadline) throws IOException {
    doorbells.arm();
    try {
      // Bytes that are there already must not wait for an owed doorbell.
      if (!receiver.hasNews()) {
        readTcp(wanted, deadline.remainingMillis());
      }
    } finally {
      doorbells.disarm();
    }
  }

  /** Ends every read; the caller holds the transport's monitor, as in the methods below. */
  void shutdown() {
    receiver.shutdown();
    doorbells.close();
    sleeper.waker().wakeByFutex(ownWord);
  }

  /** Closes this direction, and ends a read that waits: see {@link ShmReceiver#close}. */
  void close(boolean reset, boolean unreadOnTcp) {
    receiver.close(reset, unreadOnTcp);
    sleeper.waker().wakeByFutex(ownWord);
  }

  /** The peer is gone. */
  void lost() {
    peer.lost();
    sleeper.waker().wakeByFutex(ownWord);
  }
}
