package jfs.nio.shm;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.Flags;
import jfs.core.ring.RingSender;
import jfs.core.ring.WaitWord;
import jfs.core.wait.MemorySpin;

/**
 * The sending direction of an end: the ring, how it grows, and what to do while it is full.
 *
 * <p>It begins small, for most connections carry little; grows to what a processor's cache likes
 * once a write finds it full; and goes beyond that only while the other end reads nothing at all,
 * because a sender may count on the room that TCP has.
 */
final class Outgoing {

  static final int FIRST_CHUNK = 4 * 1024;
  private static final int BULK_CHUNK = 256 * 1024;
  private static final int SPILL_CHUNK = 1024 * 1024;

  /** More than TCP takes with the largest buffers that the kernel allows by default. */
  private static final long WINDOW = 16 * 1024 * 1024;

  /** What is published at once, so that the receiver copies out while the sender copies in. */
  private static final int BLOCK = 32 * 1024;

  private static final long FIRST_NAP_NANOS = 50_000;
  private static final long LONGEST_NAP_NANOS = 10_000_000;

  /** Of a sender that is woken: now and then it looks by itself at how little it has been given. */
  private static final long LONGEST_SLEEP_NANOS = 250_000_000;

  /** Who reads nothing for so long is not slow but elsewhere. */
  private static final long IDLE_READER_NANOS = 2_000_000;

  private final ControlBlock control;
  private final RingSender ring;
  private final Sleeper sleeper;
  private final WaitWord receiverWord;
  private final WaitWord ownWord;
  private final MemorySpin spin;
  private final long firstChunk;

  private volatile boolean closed;
  private volatile boolean finished;
  private volatile boolean lost;

  /**
   * @param firstChunk the descriptor of the chunk that the ring begins with
   */
  Outgoing(ControlBlock control, RingSender ring, Sleeper sleeper, long firstChunk) {
    this.control = control;
    this.ring = ring;
    this.sleeper = sleeper;
    spin = sleeper.newSpin();
    this.firstChunk = firstChunk;
    receiverWord = control.receiverWaits();
    ownWord = control.senderWaits();
  }

  ControlBlock control() {
    return control;
  }

  RingSender ring() {
    return ring;
  }

  long firstChunk() {
    return firstChunk;
  }

  Sleeper sleeper() {
    return sleeper;
  }

  void switchAt(long bytes) throws IOException {
    sleeper.tcp().pushAtOnce();
    control.switchAt(bytes);
    VarHandle.fullFence();
    sleeper.wake(receiverWord);
  }

  void send(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int to = offset + length;
    while (from < to) {
      if (closed || finished || lost) {
        refuse();
      }
      if ((control.receiverFlags() & Flags.CLOSED) != 0) {
        // Nobody will read it: TCP, which is as closed at the other end, has the fitting answer.
        sleeper.tcp().write(bytes, from, to - from);
        return;
      }
      int n = put(bytes, from, Math.min(to - from, BLOCK));
      if (n > 0) {
        from += n;
        sleeper.wake(receiverWord);
      } else if (!grow(to - from)) {
        awaitRoom();
      }
    }
    if (closed || finished) {
      // Volatile, as are the peer's flag and the tail: had this thread not seen it, the bytes would
      // have been published before the flag. So it is not known whether they count.
      refuse();
    }
  }

  private void refuse() throws SocketException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
    throw new SocketException(finished ? "Broken pipe" : "Connection reset");
  }

  private int put(byte[] bytes, int offset, int length) throws IOException {
    try {
      return ring.put(bytes, offset, length);
    } catch (CorruptRingException e) {
      Log.warn("shared memory of " + control + " corrupt: " + e.detail());
      lost = true;
      throw e;
    }
  }

  private boolean grow(int wanted) {
    int size = ring.chunkSize();
    return size < BULK_CHUNK
        && ring.moveTo(wanted > size ? BULK_CHUNK : Math.min(BULK_CHUNK, size * 8));
  }

  private void awaitRoom() throws IOException {
    long head = ring.lastHead();
    if (spins()) {
      return;
    }
    long start = System.nanoTime();
    long nap = FIRST_NAP_NANOS;
    while (!isUnblocked()) {
      if (ring.lastHead() == head
          && System.nanoTime() - start > IDLE_READER_NANOS
          && ring.pending() < WINDOW
          && ring.moveTo(SPILL_CHUNK)) {
        return;
      }
      boolean rung = sleep(nap);
      nap = Math.min(nap * 2, rung ? LONGEST_SLEEP_NANOS : LONGEST_NAP_NANOS);
    }
  }

  private boolean isUnblocked() throws CorruptRingException {
    return closed
        || finished
        || lost
        || ring.hasRoom()
        || (control.receiverFlags() & Flags.CLOSED) != 0;
  }

  private boolean spins() throws CorruptRingException {
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        found = isUnblocked();
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /**
   * Sleeps until there is room, or for the time given: by a futex if that may be, and else by the
   * clock. (A byte on TCP can't wake a sender: another thread may be reading there.)
   *
   * @return whether it would have been woken
   */
  private boolean sleep(long nanos) throws CorruptRingException {
    if (!sleeper.mayUseFutex()) {
      LockSupport.parkNanos(nanos);
      return false;
    }
    ownWord.arm(WaitWord.ON_FUTEX);
    if (!isUnblocked()) {
      sleeper.sleepOnFutex(ownWord, nanos);
    }
    ownWord.disarm();
    return true;
  }

  /** Whether the peer has left bytes unread. */
  boolean hasUnread() {
    return control.hasUnread();
  }

  /** Nothing comes any more; the monitor of the transport is held, as in the two below. */
  void finish() {
    finished = true;
    sleeper.wakeOwn(ownWord);
    control.addSenderFlags(Flags.FINISHED);
    sleeper.wake(receiverWord);
  }

  void close(boolean reset) {
    closed = true;
    control.addSenderFlags(Flags.FINISHED | Flags.CLOSED | (reset ? Flags.RESET : 0));
    sleeper.wake(receiverWord);
    sleeper.wakeOwn(ownWord);
  }

  void lost() {
    lost = true;
    sleeper.wakeOwn(ownWord);
  }
}
