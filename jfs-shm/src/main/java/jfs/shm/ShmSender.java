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
import jfs.core.tcp.SendWindow;
import jfs.core.transport.Reason;
import jfs.core.wait.MemorySpin;
import jfs.shm.memory.ChunkSizes;

/**
 * The sending direction of an end: the ring, how it grows, and what to do while it is full.
 *
 * <p>The ring begins small, since most connections carry little. When a write finds it full, it
 * grows to a size that suits a processor's cache. It grows beyond that only while the other end
 * reads nothing at all, because a sender may count on the room that TCP has. If memory is short,
 * the sender returns to TCP for good: a program may count on what the kernel takes there.
 */
final class ShmSender {

  /** A ring that could not grow tries again after it was filled so many times. */
  private static final int FILLS_BETWEEN_TRIALS = 64;

  /**
   * The most bytes published at once, so that the receiver copies out while the sender copies in.
   */
  private static final int BLOCK = 32 * 1024;

  /** A reader that takes nothing for so long is not slow: it does not read at all. */
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
  private final ShmEndpoint endpoint;

  private volatile int sendBuffer;
  private volatile boolean closed;
  private volatile boolean finished;

  /** Whether it has returned to TCP. Written by the sender with this object's monitor held. */
  private volatile boolean onTcp;

  /**
   * The stream position before which the ring does not try to grow again. Used by the sender alone.
   */
  private long growsFrom;

  /**
   * @param firstChunk the descriptor of the chunk that the ring begins with
   * @param bulk whether much is expected: then the ring grows once, and to its full size
   * @param endpoint the end that this direction belongs to
   */
  ShmSender(
      ControlBlock control,
      RingSender ring,
      Sleeper sleeper,
      long firstChunk,
      boolean bulk,
      ShmEndpoint endpoint) {
    this(control, ring, sleeper, firstChunk, bulk, endpoint, new PeerEnding(control));
  }

  /** With a source for the peer's state, which is the control block by default. */
  ShmSender(
      ControlBlock control,
      RingSender ring,
      Sleeper sleeper,
      long firstChunk,
      boolean bulk,
      ShmEndpoint endpoint,
      PeerEnding peer) {
    this.control = control;
    this.ring = ring;
    this.sleeper = sleeper;
    spin = sleeper.newSpin();
    this.firstChunk = firstChunk;
    this.bulk = bulk;
    this.endpoint = endpoint;
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
   * Announces how many bytes TCP gets in all, or takes that back. The last of them wake a receiver
   * that waits for them. It reads the announcement after them and so sees it: the kernel orders
   * what TCP carries after all that the sender stored before.
   *
   * @return false if the peer is gone or has closed, and nothing was announced: TCP answers then,
   *     as it does without JFS
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
    if (ring.chunkSize() > ChunkSizes.BULK && !onTcp && ring.pending() == 0) {
      // The reader that stood still reads again. Without memory for a smaller chunk the ring stays
      // as it is.
      ring.moveTo(ChunkSizes.BULK);
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
      // This flag is volatile, as are the flag for the peer and the tail. Had this thread not seen
      // it, the bytes would have been published before the flag for the peer. As it is, they may
      // have come too late, unless the peer has taken them: then another thread may have closed
      // this end after the peer's answer.
      refuse();
    }
  }

  /**
   * Whether the peer receives no more of a direction that has not ended here. Looks at the peer
   * first: if it has closed because this end did, that is seen next, and the write fails. Taken for
   * the peer's own close, the write would vanish as if it had been sent.
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

  /** Finds more room for the bytes, or returns to TCP; false if they have to wait. */
  private boolean grow(int wanted) throws SocketException {
    int size = ring.chunkSize();
    if (size >= ChunkSizes.BULK || ring.position() < growsFrom) {
      return false;
    }
    int larger = bulk || wanted > size ? ChunkSizes.BULK : Math.min(ChunkSizes.BULK, size * 8);
    if (ring.moveTo(larger)
        || (size < ChunkSizes.LEAST
            && larger > ChunkSizes.LEAST
            && ring.moveTo(ChunkSizes.LEAST))) {
      return true;
    }
    if (size < ChunkSizes.LEAST) {
      returnToTcp();
      return true;
    }
    growsFrom = ring.position() + (long) FILLS_BETWEEN_TRIALS * size;
    return false;
  }

  /**
   * Sends all later bytes on TCP, behind the doorbells that were rung there. The first of them
   * wakes a reader that sleeps on TCP: its word stays armed, since no doorbell comes.
   */
  private void returnToTcp() throws SocketException {
    synchronized (this) {
      if (closed || finished) {
        refuse();
      }
      // Announced with the monitor held: a half-close then comes after the announcement.
      peer.sentOnTcp();
      control.returnToTcp(sleeper.doorbells());
      onTcp = true; // no thread rings in this direction any more
    }
    VarHandle.fullFence();
    sleeper.wakeByFutex(receiverWord);
    endpoint.explain(Reason.NO_MEMORY);
  }

  private void sendOnTcp(byte[] bytes, int offset, int length) throws IOException {
    ring.reclaim();
    try {
      sleeper.tcp().write(bytes, offset, length);
    } catch (SocketException e) {
      if (!closed && !finished) {
        peer.tellReset(); // the kernel has told it
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
          stuck = !ring.moveTo(ChunkSizes.SPILL);
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
    return Math.max(SendWindow.BY_DEFAULT, SendWindow.of(sendBuffer, control.receiveBuffer()));
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

  /** Sends urgent data in line, or drops it, as the peer has chosen. */
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
   * TCP has been half-closed, and this direction is not switched, or only about to be: a receiver
   * that got all announced bytes looks here for more. The caller holds the transport's monitor, as
   * in the methods below.
   */
  void endsOnTcp() {
    finished = true;
    control.addSenderFlags(Flags.FINISHED);
    sleeper.wakeByFutex(receiverWord);
  }

  /** Whether this direction has ended by a half-close. */
  boolean hasFinished() {
    return finished;
  }

  /**
   * Half-closes: no more bytes come, on TCP either, and TCP's half-close wakes a receiver that
   * sleeps there. (A doorbell that is unread when the receiver's JVM is killed would make its
   * kernel reset a stream that ended in order.)
   */
  void finish() throws IOException {
    boolean plain;
    synchronized (this) {
      finished = true;
      plain = onTcp;
    }
    // Set before TCP ends, so that the peer does not take that for a death.
    control.addSenderFlags(Flags.FINISHED);
    sleeper.wakeByFutex(ownWord);
    sleeper.wakeByFutex(receiverWord);
    try {
      sleeper.tcp().shutdownOutput();
    } catch (OutOfMemoryError e) {
      // The JDK lacked memory for a first call. The program gets the error, and may call again; the
      // receiver has the flag that tells the end, and is woken another way.
      if (!plain) {
        sleeper.wakeAnyhow(receiverWord);
      }
      throw e;
    }
  }

  /** This end is about to close: writes fail from now on, before the peer knows of the close. */
  void closes() {
    closed = true;
  }

  void close() {
    closes();
    control.addSenderFlags(Flags.FINISHED | Flags.CLOSED);
    // A receiver that sleeps on TCP is woken by TCP's end, which follows: a close must not wait for
    // room for a doorbell there.
    sleeper.wakeByFutex(receiverWord);
    sleeper.wakeByFutex(ownWord);
  }

  /** The peer is gone. */
  void lost() {
    peer.lost();
    sleeper.wakeByFutex(ownWord);
  }
}
