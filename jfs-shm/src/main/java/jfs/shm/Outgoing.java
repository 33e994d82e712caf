package jfs.shm;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.RingSender;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.Interrupts;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.tcp.Room;
import jfs.core.transport.Reason;
import jfs.core.wait.MemorySpin;

/**
 * The sending direction of an end: the ring, how it grows, and what to do while it is full.
 *
 * <p>It begins small, for most connections carry little; grows to what a processor's cache likes
 * once a write finds it full; and goes beyond that only while the other end reads nothing at all,
 * because a sender may count on the room that TCP has. Where memory is short it goes back to TCP
 * for good: what the kernel takes there is what a program may count on.
 */
final class Outgoing {

  static final int FIRST_CHUNK = 4 * 1024;

  /** A ring that is smaller carries much more slowly than TCP. */
  private static final int LEAST_CHUNK = 32 * 1024;

  static final int BULK_CHUNK = 256 * 1024;
  static final int SPILL_CHUNK = 1024 * 1024;

  /** A ring that could not grow tries again when it has been filled so many times. */
  private static final int FILLS_BETWEEN_TRIALS = 64;

  /** What is published at once, so that the receiver copies out while the sender copies in. */
  private static final int BLOCK = 32 * 1024;

  /** Who reads nothing for so long is not slow but elsewhere. */
  private static final long IDLE_READER_NANOS = 2_000_000;

  private final ControlBlock control;
  private final RingSender ring;
  private final Sleeper sleeper;
  private final WaitWord receiverWord;
  private final WaitWord ownWord;
  private final MemorySpin spin;
  private final PeerEnding peer;
  private final long firstChunk;
  private final boolean bulk;
  private final Entry entry;

  private volatile int sendBuffer;
  private volatile boolean closed;
  private volatile boolean finished;

  /** Back for good. Written by the sender, with this object's monitor held. */
  private volatile boolean onTcp;

  /** The stream's position before which the ring does not try to grow again. The sender's own. */
  private long growsFrom;

  /**
   * @param firstChunk the descriptor of the chunk that the ring begins with
   * @param bulk whether much is expected: then the ring grows once, and to the full
   * @param entry whose direction it is
   */
  Outgoing(
      ControlBlock control,
      RingSender ring,
      Sleeper sleeper,
      long firstChunk,
      boolean bulk,
      Entry entry) {
    this(control, ring, sleeper, firstChunk, bulk, entry, new PeerEnding(control));
  }

  /** With what is known of the peer, which is told in the control block by default. */
  Outgoing(
      ControlBlock control,
      RingSender ring,
      Sleeper sleeper,
      long firstChunk,
      boolean bulk,
      Entry entry,
      PeerEnding peer) {
    this.control = control;
    this.ring = ring;
    this.sleeper = sleeper;
    spin = sleeper.newSpin();
    this.firstChunk = firstChunk;
    this.bulk = bulk;
    this.entry = entry;
    this.peer = peer;
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

  PeerEnding peer() {
    return peer;
  }

  Sleeper sleeper() {
    return sleeper;
  }

  /**
   * Says how many bytes TCP gets in all, or takes that back. The last of them wake a receiver that
   * waits for them. It reads this after them: what TCP carries is ordered by the kernel, after all
   * that the sender stored before.
   *
   * @return false if the peer is gone or has closed, and nothing was said: TCP answers then, as it
   *     does without JFS
   */
  boolean announceSwitch(long bytes) throws IOException {
    if (bytes >= 0 && peer.isOver()) {
      return false;
    }
    control.switchAt(Math.max(bytes, -1));
    return true;
  }

  void send(byte[] bytes, int offset, int length) throws IOException {
    if (closed || finished) {
      // The memory may be another connection's by now.
      refuse();
    }
    int from = offset;
    int to = offset + length;
    if (ring.chunkSize() > BULK_CHUNK && !onTcp && ring.pending() == 0) {
      // The reader that stood still reads again; if there is no memory for less, so be it.
      ring.moveTo(BULK_CHUNK);
    }
    while (from < to) {
      if (isPeerOver()) {
        peer.write(from > offset, to - from);
        return;
      }
      if (onTcp) {
        sendOnTcp(bytes, from, to - from);
        return;
      }
      int n = put(bytes, from, Math.min(to - from, BLOCK));
      if (n > 0) {
        from += n;
        sleeper.wake(receiverWord, control);
      } else if (!grow(to - from)) {
        awaitRoom();
      }
    }
    if ((closed || finished) && ring.pending() > 0) {
      // Volatile, as are the peer's flag and the tail: had this thread not seen it, the bytes would
      // have been published before the flag. So it is not known whether they count, unless the peer
      // has taken them: then its answer may be what this end was closed after.
      refuse();
    }
  }

  /**
   * Whether the peer receives no more of a direction that has not ended here. The peer is looked at
   * first: it may have closed because this end did, and that is seen then. A write that took this
   * for a close of the peer's own would vanish as if it had been sent.
   */
  private boolean isPeerOver() throws SocketException {
    boolean over = peer.isOver();
    if (closed || finished) {
      refuse();
    }
    return over;
  }

  private void refuse() throws SocketException {
    throw new SocketException(closed ? "Socket closed" : "Broken pipe");
  }

  private int put(byte[] bytes, int offset, int length) throws IOException {
    try {
      return ring.put(bytes, offset, length);
    } catch (CorruptRingException e) {
      Log.warn("shared memory of " + control + " corrupt: " + e.detail());
      peer.lost();
      throw e;
    }
  }

  /** Finds the bytes another way if there is one; false if they have to wait. */
  private boolean grow(int wanted) throws SocketException {
    int size = ring.chunkSize();
    if (size >= BULK_CHUNK || ring.position() < growsFrom) {
      return false;
    }
    int larger = bulk || wanted > size ? BULK_CHUNK : Math.min(BULK_CHUNK, size * 8);
    if (ring.moveTo(larger)
        || (size < LEAST_CHUNK && larger > LEAST_CHUNK && ring.moveTo(LEAST_CHUNK))) {
      return true;
    }
    if (size < LEAST_CHUNK) {
      returnToTcp();
      return true;
    }
    growsFrom = ring.position() + (long) FILLS_BETWEEN_TRIALS * size;
    return false;
  }

  /**
   * Gives all later bytes to TCP, behind the doorbells that were rung there. A reader that sleeps
   * on TCP is woken by the first of them: its word is left armed, for no doorbell comes.
   */
  private void returnToTcp() throws SocketException {
    synchronized (this) {
      if (closed || finished) {
        refuse();
      }
      // Told with the monitor held: a half-close then finds it told, and its end comes after it.
      peer.sentOnTcp();
      control.returnToTcp(sleeper.doorbells());
      onTcp = true; // nobody rings any more
    }
    VarHandle.fullFence();
    sleeper.wakeByFutex(receiverWord);
    entry.explain(Reason.NO_MEMORY);
  }

  private void sendOnTcp(byte[] bytes, int offset, int length) throws IOException {
    ring.reclaim();
    try {
      sleeper.tcp().write(bytes, offset, length);
    } catch (SocketException e) {
      if (!closed && !finished) {
        peer.tellReset(); // the kernel has
      }
      throw e;
    }
  }

  private void awaitRoom() throws IOException {
    long head = ring.lastHead();
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
      while (!isUnblocked()) {
        if (ring.lastHead() == head
            && System.nanoTime() - start > IDLE_READER_NANOS
            && ring.pending() < window()) {
          stuck = !ring.moveTo(SPILL_CHUNK);
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
      returnToTcp();
    }
  }

  /** What TCP would take: at least what it takes by default, and more with larger buffers. */
  private long window() {
    return Math.max(Room.BY_DEFAULT, Room.of(sendBuffer, control.receiveBuffer()));
  }

  private boolean isUnblocked() throws CorruptRingException {
    return closed || finished || peer.isOver() || ring.hasRoom();
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
    spin.sleeps();
    ownWord.arm(WaitWord.ON_FUTEX);
    if (!isUnblocked()) {
      sleeper.sleepOnFutex(ownWord, nanos);
    }
    ownWord.disarm();
    return true;
  }

  /** The size of TCP's send buffer, SO_SNDBUF. */
  void sendBuffer(int bytes) {
    sendBuffer = bytes;
  }

  /** Sends urgent data in their place, or drops them, as the peer wants it. */
  void sendUrgent(int data) throws IOException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
    boolean inline = (control.receiverFlags() & Flags.URGENT_INLINE) != 0;
    try {
      if (inline) {
        send(new byte[] {(byte) data}, 0, 1);
      } else if (isPeerOver()) {
        peer.write(false, 1);
      }
    } catch (SocketException e) {
      if (closed) {
        throw e;
      }
      // What the JDK throws here is no SocketException.
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * TCP has had its own end, and this direction is not switched, or about to be: a receiver that
   * got all that was announced looks here for more. The monitor of the transport is held, as in the
   * three below.
   */
  void endsOnTcp() {
    finished = true;
    control.addSenderFlags(Flags.FINISHED);
    sleeper.wakeByFutex(receiverWord);
  }

  /** Whether this direction has ended, and by itself. */
  boolean hasFinished() {
    return finished;
  }

  /**
   * Nothing comes any more: not by TCP either, whose end wakes a receiver that sleeps there. (A
   * doorbell, unread in a JVM that is killed, would make its kernel reset what ended in order.)
   */
  void finish() throws IOException {
    boolean plain;
    synchronized (this) {
      finished = true;
      plain = onTcp;
    }
    // Told before TCP ends: that is not a death, then.
    control.addSenderFlags(Flags.FINISHED);
    sleeper.wakeByFutex(ownWord);
    sleeper.wakeByFutex(receiverWord);
    try {
      sleeper.tcp().shutdownOutput();
    } catch (OutOfMemoryError e) {
      // The JDK had none for a first call. The program is told, and may call again; the receiver
      // has been told of the end, and is woken another way.
      if (!plain) {
        sleeper.wakeAnyhow(receiverWord);
      }
      throw e;
    }
  }

  /** This end is about to close: writes are refused, of which the peer knows nothing yet. */
  void closes() {
    closed = true;
  }

  void close() {
    closes();
    control.addSenderFlags(Flags.FINISHED | Flags.CLOSED);
    // One that sleeps on TCP is woken by its end, which follows: closing must not wait for room
    // there.
    sleeper.wakeByFutex(receiverWord);
    sleeper.wakeByFutex(ownWord);
  }

  /** The peer is gone. */
  void lost() {
    peer.lost();
    sleeper.wakeByFutex(ownWord);
  }
}
