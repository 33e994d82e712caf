package jfs.shm.stream;

import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.Interrupts;
import jfs.core.wait.MemorySpin;

/**
 * The sending direction as a blocking socket has it: what a thread does while the ring is full, and
 * how it learns that this end has ended.
 */
final class BlockingShmSender {

  /** A reader that takes nothing for so long is not slow: it does not read at all. */
  private static final long IDLE_READER_NANOS = 2_000_000;

  private final ShmSender sender;
  private final Sleeper sleeper;
  private final WaitWord ownWord;
  private final MemorySpin spin;

  BlockingShmSender(ShmSender sender, Sleeper sleeper) {
    this.sender = sender;
    this.sleeper = sleeper;
    spin = sleeper.newSpin();
    ownWord = sender.control().senderWaits();
  }

  /** What does not wait. */
  ShmSender sender() {
    return sender;
  }

  Sleeper sleeper() {
    return sleeper;
  }

  void send(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int to = offset + length;
    sender.beginWrite();
    while (from < to) {
      int n = sender.trySend(bytes, from, to - from);
      if (n > 0) {
        from += n;
      } else if (sender.isOnTcp()) {
        sendOnTcp(bytes, from, to - from);
        return;
      } else {
        awaitRoom();
      }
    }
  }

  private void sendOnTcp(byte[] bytes, int offset, int length) throws IOException {
    sender.ring().reclaim();
    try {
      sleeper.tcp().write(bytes, offset, length);
    } catch (SocketException e) {
      if (!sender.hasEnded()) {
        sender.peer().tellReset(); // the kernel has told it
      }
      throw e;
    }
  }

  private void awaitRoom() throws IOException {
    long head = sender.ring().lastHead();
    if (spins()) {
      return;
    }
    sleepForRoom(head);
  }

  private void sleepForRoom(long head) throws IOException {
    long start = System.nanoTime();
    long nap = Naps.FIRST_NANOS;
    boolean interrupted = Interrupts.take();
    boolean stuck = false;
    try {
      while (!sender.isReady()) {
        if (sender.ring().lastHead() == head
            && System.nanoTime() - start > IDLE_READER_NANOS
            && sender.isInWindow()) {
          stuck = !sender.spill();
          break;
        }
        boolean rung = sleep(nap);
        interrupted |= Interrupts.take();
        nap = Naps.next(nap, System.nanoTime() - start, rung);
      }
    } finally {
      Interrupts.restore(interrupted);
    }
    if (stuck) {
      sender.returnToTcp();
    }
  }

  private boolean spins() throws CorruptRingException {
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        found = sender.isReady();
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /**
   * Sleeps until there is room, or for the time given: on a futex if possible, and else by the
   * clock. (A byte on TCP cannot wake a sender: another thread may be reading there.)
   *
   * @return whether the peer could have woken it
   */
  private boolean sleep(long nanos) throws CorruptRingException {
    if (!sleeper.mayUseFutex()) {
      LockSupport.parkNanos(nanos);
      return false;
    }
    spin.sleeps();
    ownWord.arm(WaitWord.ON_FUTEX);
    if (!sender.isReady()) {
      sleeper.sleepOnFutex(ownWord, nanos);
    }
    ownWord.disarm();
    return true;
  }

  /** Sends urgent data in line, or drops it, as the peer has chosen. */
  void sendUrgent(int data) throws IOException {
    if (sender.isClosed()) {
      throw new SocketException("Socket closed");
    }
    boolean inline = sender.takesUrgentInline();
    try {
      if (inline) {
        send(new byte[] {(byte) data}, 0, 1);
      } else if (sender.isPeerOver()) {
        sender.peer().write(false, 1);
      }
    } catch (SocketException e) {
      if (sender.isClosed()) {
        throw e;
      }
      // What the JDK throws here is no SocketException.
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Half-closes: no more bytes come, on TCP either, and TCP's half-close wakes a receiver that
   * sleeps there. (A doorbell that is unread when the receiver's JVM is killed would make its
   * kernel reset a stream that ended in order.) The caller holds the transport's monitor, as in the
   * methods below.
   */
  void finish() throws IOException {
    // Said before TCP ends, so that the peer does not take that for a death.
    boolean plain = sender.finish();
    sleeper.waker().wakeByFutex(ownWord);
    try {
      sleeper.tcp().shutdownOutput();
    } catch (OutOfMemoryError e) {
      // The JDK lacked memory for a first call. The program gets the error, and may call again; the
      // receiver has the flag that tells the end, and is woken another way.
      if (!plain) {
        sender.wakeReceiver();
      }
      throw e;
    }
  }

  /** Closes this direction, and ends a write that waits. */
  void close() {
    sender.close();
    sleeper.waker().wakeByFutex(ownWord);
  }

  /** The peer is gone. */
  void lost() {
    sender.peer().lost();
    sleeper.waker().wakeByFutex(ownWord);
  }
}
