package jfs.shm.stream;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.nio.ByteBuffer;
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
import jfs.core.transport.TransportFailure;
import jfs.shm.memory.ChunkSizes;

/**
 * The sending direction of an end, without waiting: the ring, how it grows, and when the sender
 * gives it up. What a thread does while the ring is full is its own business: {@link
 * BlockingShmSender} adds that for sockets.
 *
 * <p>When a write finds the ring full, it grows: see {@link ChunkSizes}. It grows beyond {@link
 * ChunkSizes#BULK} only while the other end reads nothing at all, because a sender may count on the
 * room that TCP has. If memory is short, the sender returns to TCP for good: a program may count on
 * what the kernel takes there.
 *
 * <p>One thread at a time sends. Another one may close, half-close or find the peer lost meanwhile.
 */
class ShmSender {

  /** A ring that could not grow tries again after it was filled so many times. */
  private static final int FILLS_BETWEEN_TRIALS = 64;

  /**
   * The most bytes published at once, so that the receiver copies out while the sender copies in.
   */
  private static final int BLOCK = 32 * 1024;

  /** How often it tries to ring a doorbell, for a second each time, with pauses of that length. */
  private static final int RING_TRIES = 60;

  private static final long RING_PAUSE_NANOS = 250_000_000;

  private final ControlBlock control;
  private final RingSender ring;
  private final Waker waker;
  private final WaitWord receiverWord;
  private final PeerEnding peer;
  private final boolean bulk;
  private final PairOwner owner;

  private volatile int sendBuffer;
  private volatile boolean closed;
  private volatile boolean finished;

  /** Whether it has returned to TCP. Written by the sender with this object's monitor held. */
  private volatile boolean onTcp;

  /** Where in the stream the write that is under way began. Used by the sender alone. */
  private long writeBegan;

  /**
   * The stream position before which the ring does not try to grow again. Used by the sender alone.
   */
  private long growsFrom;

  /**
   * Makes a sender of a direction that has not begun.
   *
   * @param bulk whether much is expected: then the ring grows once, and to its full size
   * @param owner is told why the sender returns to TCP
   * @param peer what this end knows of its peer's end
   */
  ShmSender(
      ControlBlock control,
      RingSender ring,
      Waker waker,
      boolean bulk,
      PairOwner owner,
      PeerEnding peer) {
    this.control = control;
    this.ring = ring;
    this.waker = waker;
    this.bulk = bulk;
    this.owner = owner;
    this.peer = peer;
    receiverWord = control.receiverWaits();
  }

  ControlBlock control() {
    return control;
  }

  RingSender ring() {
    return ring;
  }

  PeerEnding peer() {
    return peer;
  }

  Waker waker() {
    return waker;
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

  /** A write begins; any number of {@link #trySend} follows. */
  void beginWrite() throws IOException {
    if (closed || finished) {
      // The memory may be another connection's by now.
      refuse();
    }
    writeBegan = ring.position();
    if (ring.chunkSize() > ChunkSizes.BULK && !onTcp && ring.pending() == 0) {
      // The reader that stood still reads again. Without memory for a smaller chunk the ring stays
      // as it is.
      ring.moveTo(ChunkSizes.BULK);
    }
  }

  /**
   * Sends some of the bytes, as many as there is room for and a receiver may take while the sender
   * puts in the next, and wakes the receiver. The ring grows if it may.
   *
   * @return how many; all if the peer has closed and they vanish; 0 if there is no room, or if the
   *     bytes have to go {@linkplain #isOnTcp by TCP}
   * @throws SocketException if this end was closed or half-closed, or the peer is gone
   */
  int trySend(byte[] bytes, int offset, int length) throws IOException {
    do {
      if (isPeerOver()) {
        peer.write(ring.position() > writeBegan, length);
        return length;
      }
      if (onTcp) {
        return 0;
      }
      int n = put(bytes, offset, Math.min(length, BLOCK));
      if (n > 0) {
        wakeSurely();
        if ((closed || finished) && ring.pending() > 0) {
          // This flag is volatile, as are the flag for the peer and the tail. Had this thread not
          // seen it, the bytes would have been published before the flag for the peer. As it is,
          // they may have come too late, unless the peer has taken them: then another thread may
          // have closed this end after the peer's answer.
          refuse();
        }
        return n;
      }
    } while (grow(length));
    return 0;
  }

  /**
   * Wakes the receiver, also if the JDK lacks direct memory for a doorbell for a minute: a program
   * that now waits for the answer would wait for ever. (A channel leaves that to its next write:
   * the thread may have other channels to serve.)
   */
  private void wakeSurely() {
    boolean awake = waker.wake(receiverWord, control);
    for (int i = 0; !awake && i < RING_TRIES && !hasEnded() && !peer.isOver(); i++) {
      Interrupts.pause(RING_PAUSE_NANOS); // each try has the JVM collect garbage
      awake = waker.wake(receiverWord, control);
    }
  }

  /**
   * Sends some of the bytes of a buffer, as {@link #trySend(byte[], int, int)}. If this fails the
   * peer gets none of them: a channel's program counts what its writes have told.
   */
  int trySend(ByteBuffer from) throws IOException {
    do {
      int left = from.remaining();
      if (isPeerOver()) {
        peer.write(ring.position() > writeBegan, left);
        from.position(from.limit());
        return left;
      }
      if (onTcp) {
        return 0;
      }
      int n;
      synchronized (this) {
        if (closed || finished) {
          refuse(); // else the bytes come before the flag by which the peer learns of that
        }
        n = put(from, Math.min(left, BLOCK));
      }
      if (n > 0) {
        waker.wake(receiverWord, control);
        return n;
      }
    } while (grow(from.remaining()));
    return 0;
  }

  /**
   * Whether the peer receives no more of a direction that has not ended here. Looks at the peer
   * first: if it has closed because this end did, that is seen next, and the write fails. Taken for
   * the peer's own close, the write would vanish as if it had been sent.
   */
  boolean isPeerOver() throws SocketException {
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
      throw corrupt(e);
    }
  }

  private int put(ByteBuffer from, int most) throws IOException {
    try {
      return ring.put(from, most);
    } catch (CorruptRingException e) {
      throw corrupt(e);
    }
  }

  private CorruptRingException corrupt(CorruptRingException e) {
    Log.warn("shared memory of " + control + " corrupt: " + e.detail());
    peer.lost();
    owner.failed(TransportFailure.CORRUPT);
    return e;
  }

  /** Finds more room for the bytes, or returns to TCP; false if they have to wait. */
  private boolean grow(int wanted) throws SocketException {
    int size = ring.chunkSize();
    if (size >= ChunkSizes.BULK || ring.position() < growsFrom) {
      return false;
    }
    long message = ring.position() - writeBegan + wanted;
    int larger = bulk ? ChunkSizes.BULK : ChunkSizes.larger(size, message);
    if (ring.moveTo(larger)
        || (size < ChunkSizes.LEAST
            && larger > ChunkSizes.LEAST
            && ring.moveTo(ChunkSizes.LEAST))) {
      return true;
    }
    if (size < ChunkSizes.LEAST) {
      returnForLackOfMemory();
      return true;
    }
    growsFrom = ring.position() + (long) FILLS_BETWEEN_TRIALS * size;
    return false;
  }

  /** Goes on in a larger chunk, though no thread reads; false if there is no memory for it. */
  boolean spill() {
    return ring.moveTo(ChunkSizes.SPILL);
  }

  /**
   * Sends all later bytes on TCP, behind the doorbells that were rung there. The first of them
   * wakes a reader that sleeps on TCP: its word stays armed, since no doorbell comes.
   */
  void returnToTcp() throws SocketException {
    synchronized (this) {
      if (closed || finished) {
        refuse();
      }
      // Announced with the monitor held: a half-close then comes after the announcement.
      long rung = waker.doorbells();
      peer.sentOnTcp();
      control.returnToTcp(rung);
      onTcp = true; // no thread rings in this direction any more
    }
    VarHandle.fullFence();
    waker.wakeByFutex(receiverWord);
  }

  /** As {@link #returnToTcp}, and tells why. */
  void returnForLackOfMemory() throws SocketException {
    returnToTcp();
    owner.explain(Reason.NO_MEMORY);
    owner.failed(TransportFailure.NO_MEMORY);
  }

  /** Whether this direction has returned to TCP, which takes all its bytes from then on. */
  boolean isOnTcp() {
    return onTcp;
  }

  /** Whether {@link #trySend} would do something now. */
  boolean isReady() throws CorruptRingException {
    return hasEnded() || peer.isOver() || ring.hasRoom();
  }

  /**
   * Whether the receiver has less than TCP would take: that is at least what it takes by default,
   * and more with larger buffers.
   */
  boolean isInWindow() throws CorruptRingException {
    return ring.pending()
        < Math.max(SendWindow.BY_DEFAULT, SendWindow.of(sendBuffer, control.receiveBuffer()));
  }

  /** The size of TCP's send buffer, SO_SNDBUF. */
  void sendBuffer(int bytes) {
    sendBuffer = bytes;
  }

  /** Whether the receiver wants urgent data in its place in the stream. */
  boolean takesUrgentInline() {
    return (control.receiverFlags() & Flags.URGENT_INLINE) != 0;
  }

  /** Whether the ring has grown beyond its first chunk. */
  boolean hasGrown() {
    return ring.chunkSize() > ChunkSizes.FIRST;
  }

  /**
   * TCP has been half-closed, and this direction is not switched, or only about to be: a receiver
   * that got all announced bytes looks here for more. The caller holds the transport's monitor, as
   * in the methods below.
   */
  void endsOnTcp() {
    sayFinished();
  }

  /**
   * Says that no more bytes come: writes fail from now on, and the peer's stream ends.
   *
   * @return whether this direction had returned to TCP
   */
  boolean sayFinished() {
    boolean returned;
    synchronized (this) {
      finished = true;
      returned = onTcp;
    }
    control.addSenderFlags(Flags.FINISHED);
    waker.wakeByFutex(receiverWord);
    return returned;
  }

  /** Whether this direction has ended by a half-close. */
  boolean hasFinished() {
    return finished;
  }

  /** Whether this direction was closed. */
  boolean isClosed() {
    return closed;
  }

  /** Whether this direction has ended, one way or the other. */
  boolean hasEnded() {
    return closed || finished;
  }

  /** This end is about to close: writes fail from now on, before the peer knows of the close. */
  synchronized void closes() {
    closed = true;
  }

  /** Tells the peer of the close. */
  void close() {
    closes();
    control.addSenderFlags(Flags.FINISHED | Flags.CLOSED);
    // A receiver that sleeps on TCP is woken by TCP's end, which follows: a close must not wait for
    // room for a doorbell there.
    waker.wakeByFutex(receiverWord);
  }

  /** Wakes the receiver, even if there is nothing for it to take. */
  void wakeReceiver() {
    waker.wakeAnyhow(receiverWord);
  }
}
