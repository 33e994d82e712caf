package jfs.shm.stream;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.RingSender;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.Interrupts;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.SelectableSender;
import jfs.core.wait.MemorySpin;

/**
 * The sending direction as a blocking socket has it: what a thread does while the ring is full, and
 * how it learns that this end has ended. A subclass, since one object more on the way of each byte
 * takes time.
 */
final class BlockingShmSender extends ShmSender implements SelectableSender {

  /** A selector takes a ring for writable when this part of its chunk is free. */
  private static final int ROOM_PARTS = 4;

  private final Sleeper sleeper;
  private final WaitWord ownWord;
  private final MemorySpin spin;
  private final ReaderWatch reader = new ReaderWatch();

  /** Whether {@link #reader} watches since a selector's thread found no room. */
  private boolean watched;

  BlockingShmSender(
      ControlBlock control, RingSender ring, Sleeper sleeper, boolean bulk, PairOwner owner) {
    this(control, ring, sleeper, bulk, owner, new PeerEnding(control));
  }

  /** With a source for the peer's state, which is the control block by default. */
  BlockingShmSender(
      ControlBlock control,
      RingSender ring,
      Sleeper sleeper,
      boolean bulk,
      PairOwner owner,
      PeerEnding peer) {
    super(control, ring, sleeper.waker(), bulk, owner, peer);
    this.sleeper = sleeper;
    spin = sleeper.newSpin();
    ownWord = control.senderWaits();
  }

  Sleeper sleeper() {
    return sleeper;
  }

  @Override
  public void send(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int to = offset + length;
    beginWrite();
    while (from < to) {
      int n = trySend(bytes, from, to - from);
      if (n > 0) {
        from += n;
      } else if (isOnTcp()) {
        sendOnTcp(bytes, from, to - from);
        return;
      } else {
        awaitRoom();
      }
    }
  }

  /**
   * Sends what there is room for, but no more than is published at once; also by TCP if this
   * direction has returned there. So it fails only if it has sent nothing. If there is no room,
   * looks whether the reader gets more.
   *
   * @return how many bytes
   */
  @Override
  public int sendNow(byte[] bytes, int offset, int length) throws IOException {
    beginWrite();
    ByteBuffer from = ByteBuffer.wrap(bytes, offset, length);
    int sent = trySend(from);
    if (sent == 0 && length > 0 && !isOnTcp() && canSend()) {
      sent = trySend(from);
    }
    if (sent == 0 && isOnTcp()) {
      ring().reclaim();
      sent = sleeper.tcp().tryWrite(bytes, offset, length);
    }
    watched = watched && sent == 0;
    return sent;
  }

  @Override
  public int sendNow(ByteBuffer from) throws IOException {
    beginWrite();
    int sent = sendSome(from);
    watched = watched && sent == 0;
    return sent;
  }

  private int sendSome(ByteBuffer from) throws IOException {
    int sent = 0;
    int n = 1;
    while (from.hasRemaining() && n > 0) {
      n = trySend(from);
      sent += n;
    }
    return sent;
  }

  /**
   * Whether {@link #sendNow} would take a byte worth the call, or throw. A reader that takes
   * nothing for long gets more, as much as TCP would take.
   */
  @Override
  public boolean canSend() throws IOException {
    if (hasEnded()
        || isOnTcp()
        || isPeerOver()
        || ring().hasRoom(ring().chunkSize() / ROOM_PARTS)) {
      return true;
    }
    long now = System.nanoTime();
    if (!watched) {
      watched = true;
      reader.begin(ring().lastHead(), now);
    } else if (reader.isIdle(ring().lastHead(), now) && isInWindow()) {
      if (!spill()) {
        returnForLackOfMemory();
      }
      return true;
    }
    return false;
  }

  @Override
  public boolean sendsOnTcp() {
    return isOnTcp();
  }

  @Override
  public boolean staysOnTcp() throws SocketException {
    returnToTcp();
    return true;
  }

  private void sendOnTcp(byte[] bytes, int offset, int length) throws IOException {
    ring().reclaim();
    try {
      sleeper.tcp().write(bytes, offset, length);
    } catch (SocketException e) {
      if (!hasEnded() && !"Broken pipe".equals(e.getMessage())) {
        peer().tellReset(); // the kernel has told it; else a reader took it, and is about to tell
      }
      throw e;
    }
  }

  @Override
  public void awaitRoom() throws IOException {
    if (!spins()) {
      sleepForRoom();
    }
  }

  private void sleepForRoom() throws IOException {
    long start = System.nanoTime();
    reader.begin(ring().lastHead(), start);
    long nap = Naps.FIRST_NANOS;
    boolean interrupted = Interrupts.take();
    boolean stuck = false;
    try {
      while (!isReady()) {
        if (reader.isIdle(ring().lastHead(), System.nanoTime()) && isInWindow()) {
          stuck = !spill();
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
      returnForLackOfMemory();
    }
  }

  private boolean spins() throws CorruptRingException {
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        found = isReady();
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
    if (!isReady()) {
      sleeper.sleepOnFutex(ownWord, nanos);
    }
    ownWord.disarm();
    return true;
  }

  /** Sends urgent data in line, or drops it, as the peer has chosen. */
  @Override
  public void sendUrgent(int data) throws IOException {
    if (mustSendUrgent()) {
      send(new byte[] {(byte) data}, 0, 1);
    }
  }

  @Override
  public boolean trySendUrgent(int data) throws IOException {
    return !mustSendUrgent() || sendNow(new byte[] {(byte) data}, 0, 1) == 1;
  }

  private boolean mustSendUrgent() throws IOException {
    if (isClosed()) {
      throw new SocketException("Socket closed"); // the memory may be another connection's by now
    }
    boolean inline = takesUrgentInline();
    if (!inline && isPeerOver()) {
      peer().write(false, 1);
    }
    return inline;
  }

  /**
   * Half-closes: no more bytes come, on TCP either, and TCP's half-close wakes a receiver that
   * sleeps there. (A doorbell that is unread when the receiver's JVM is killed would make its
   * kernel reset a stream that ended in order.) The caller holds the transport's monitor, as in the
   * methods below.
   */
  void finish() throws IOException {
    // Said before TCP ends, so that the peer does not take that for a death.
    boolean returned = sayFinished();
    waker().wakeByFutex(ownWord);
    try {
      sleeper.tcp().shutdownOutput();
    } catch (OutOfMemoryError e) {
      // The JDK lacked memory for a first call. The program gets the error, and may call again; the
      // receiver has the flag that tells the end, and is woken another way.
      if (!returned) {
        wakeReceiver();
      }
      throw e;
    }
  }

  /** Tells the peer of the close, and ends a write that waits. */
  @Override
  void close() {
    super.close();
    waker().wakeByFutex(ownWord);
  }

  /** The peer is gone. */
  void lost() {
    peer().lost();
    waker().wakeByFutex(ownWord);
  }
}
