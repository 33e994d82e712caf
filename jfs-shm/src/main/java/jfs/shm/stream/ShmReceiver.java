package jfs.shm.stream;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.nio.ByteBuffer;
import jfs.core.config.Log;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.WaitWord;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.TransportFailure;
import jfs.shm.memory.ChunkSizes;

/**
 * The receiving direction of an end, without waiting: the ring, what follows it on TCP if the peer
 * returns there, and the end of the stream. What a thread does while there is nothing is its own
 * business: {@link BlockingShmReceiver} adds that for sockets.
 *
 * <p>One thread at a time receives. Another one may close or shut down meanwhile.
 */
class ShmReceiver {

  private final ControlBlock control;
  private final RingReceiver ring;
  private final Waker waker;
  private final PeerEnding peer;
  private final TcpAfterSwitch tcp;
  private final PairOwner owner;
  private final WaitWord senderWord;

  private volatile boolean closed;
  private volatile boolean shut;

  /** As with the JDK, every later read reports a reset again. Used by the reader alone. */
  private boolean reset;

  /** The ring is empty for good, and the peer sends on TCP again. Used by the reader alone. */
  private boolean onTcp;

  ShmReceiver(
      ControlBlock control,
      RingReceiver ring,
      Waker waker,
      PeerEnding peer,
      TcpAfterSwitch tcp,
      PairOwner owner) {
    this.control = control;
    this.ring = ring;
    this.waker = waker;
    this.peer = peer;
    this.tcp = tcp;
    this.owner = owner;
    senderWord = control.senderWaits();
  }

  ControlBlock control() {
    return control;
  }

  PeerEnding peer() {
    return peer;
  }

  TcpAfterSwitch tcp() {
    return tcp;
  }

  Waker waker() {
    return waker;
  }

  /**
   * Takes what there is.
   *
   * @return how many bytes; 0 if there are none, or if the next have to come {@linkplain #isOnTcp
   *     by TCP}; -1 at the end of the stream
   * @throws SocketException if this end was closed, or the stream ends with a reset
   */
  int tryReceive(byte[] bytes, int offset, int length) throws IOException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
    if (reset) {
      throw new SocketException("Connection reset");
    }
    if (shut) {
      return -1;
    }
    return onTcp ? tcp.takeKept(bytes, offset, length) : take(bytes, offset, length);
  }

  private int take(byte[] bytes, int offset, int length) throws IOException {
    try {
      int n = ring.take(bytes, offset, length);
      if (n > 0) {
        tellSender();
        return n;
      }
    } catch (CorruptRingException e) {
      throw corrupt(e);
    }
    return takeAfterRing(bytes, offset, length);
  }

  /** Takes what the ring has, and returns how many bytes; 0 also if this direction has ended. */
  int tryReceive(ByteBuffer to) throws IOException {
    if (closed || reset || shut || onTcp) {
      return 0;
    }
    try {
      int n = ring.take(to);
      if (n > 0) {
        tellSender();
      }
      return n;
    } catch (CorruptRingException e) {
      throw corrupt(e);
    }
  }

  /** The ring was empty a moment ago. */
  private int takeAfterRing(byte[] bytes, int offset, int length) throws IOException {
    if (hasReturned()) {
      return tcp.takeKept(bytes, offset, length);
    }
    if (!hasFinished()) {
      return 0;
    }
    // The flag is set after the last byte was published, so a look now sees all there will ever be.
    if (hasBytes()) {
      return take(bytes, offset, length);
    }
    return hasReturned() ? tcp.takeKept(bytes, offset, length) : end();
  }

  /** Wakes a sender that waits for room, if this end has made enough. */
  private void tellSender() {
    if (ring.shouldCheckSender()) {
      VarHandle.fullFence();
      waker.wakeSender(senderWord);
    }
  }

  private CorruptRingException corrupt(CorruptRingException e) {
    reset = true;
    Log.warn("shared memory of " + control + " corrupt: " + e.detail());
    owner.failed(TransportFailure.CORRUPT);
    return e;
  }

  /** Whether the ring has bytes. */
  boolean hasBytes() throws CorruptRingException {
    try {
      return ring.hasBytes();
    } catch (CorruptRingException e) {
      throw corrupt(e);
    }
  }

  /** Whether all that the ring will ever hold was read, and the rest comes by TCP. */
  boolean hasReturned() throws SocketException {
    // In this order: the sender fills the ring before it announces its return.
    boolean returned = tcp.hasReturned() && !hasBytes();
    if (returned) {
      tcp.settle();
      if (tcp.isInDoubt()) {
        reset = true;
        throw new SocketException("Connection reset");
      }
    }
    onTcp = returned;
    return returned;
  }

  /** What {@link #hasReturned} last found. */
  boolean isOnTcp() {
    return onTcp;
  }

  /** Whether the peer has said that its stream ends. */
  boolean hasFinished() {
    return (control.senderFlags() & Flags.FINISHED) != 0;
  }

  /**
   * The end of the stream of a peer that has not said so, and will not: its JVM has died. Or the
   * link broke while both live.
   *
   * @return -1
   */
  int endUnsaid() throws SocketException {
    if (!hasFinished()) {
      peer.lost();
    }
    return end();
  }

  /** Returns -1, or fails if the stream ends with a reset. */
  private int end() throws SocketException {
    try {
      peer.read(control.senderFlags());
    } catch (SocketException e) {
      if (closed) {
        throw new SocketException("Socket closed"); // the peer has answered that
      }
      reset = true;
      throw e;
    }
    return -1;
  }

  /** Whether every later read reports a reset. */
  boolean isReset() {
    return reset;
  }

  /** Has every later read report a reset. */
  void reset() {
    reset = true;
  }

  /**
   * Whether the caller must look, rather than sleep. Looks at everything that a peer or a thread of
   * this end may change.
   */
  boolean hasNews() throws CorruptRingException {
    return closed
        || shut
        || peer.isLost()
        || hasBytes()
        || control.senderFlags() != 0
        || tcp.hasReturned();
  }

  /** As {@link #hasNews}, but a hint, and for any thread. */
  boolean mayHaveNews() {
    return closed
        || shut
        || reset
        || ring.mayHaveBytes()
        || control.senderFlags() != 0
        || peer.isLost()
        || tcp.hasReturned();
  }

  int available(int beforeSwitch) throws IOException {
    if (closed) {
      return 0;
    }
    // A peer may say that there are many more than its memory has room for.
    return (int) Math.min(Integer.MAX_VALUE, (long) ring.available() + tcp.available(beforeSwitch));
  }

  /** Counts doorbells that were read from TCP, and keeps the bytes that came behind them. */
  void readBeyondSwitch(byte[] bytes, int offset, int length) {
    if (!tcp.keep(bytes, offset, length)) {
      reset = true; // rather than a stream with a gap
    }
  }

  /** Whether the ring has grown, or held more than a first chunk has room for. */
  boolean hasGrown() {
    return ring.chunkSize() > ChunkSizes.FIRST || ring.seen() > ChunkSizes.FIRST;
  }

  /**
   * Whether a peer that has ended TCP was killed, and left bytes from here unread: an end that
   * closes or half-closes says so first. The peer's kernel, which has none of the bytes, has ended
   * TCP in order. All that the peer stored before is visible here, since the kernel reported the
   * end after that.
   */
  boolean isResetByDeath() {
    return !hasFinished() && peer.leftUnread();
  }

  /** Ends every read; the caller holds the transport's monitor, as in the methods below. */
  void shutdown() {
    shut = true;
  }

  /** Whether the program has shut down its input. */
  boolean isShut() {
    return shut;
  }

  /** Whether this direction was closed. */
  boolean isClosed() {
    return closed;
  }

  /** Tells the peer's writers that this end takes nothing any more. */
  void refuses() {
    control.addReceiverFlags(Flags.CLOSED);
    waker.wakeByFutex(senderWord);
  }

  /**
   * Closes this direction.
   *
   * @param reset whether the peer is to see a reset
   * @param unreadOnTcp whether bytes from before the peer's switch are left unread
   */
  void close(boolean reset, boolean unreadOnTcp) {
    boolean unreadBytes = unreadOnTcp || hasUnread();
    closed = true;
    tcp.close();
    control.addReceiverFlags(
        Flags.CLOSED | (reset ? Flags.RESET : 0) | (unreadBytes ? Flags.UNREAD : 0));
    waker.wakeByFutex(senderWord);
  }

  private boolean hasUnread() {
    try {
      return control.hasUnread() || tcp.available(0) > 0;
    } catch (IOException e) {
      return false; // TCP was closed before
    }
  }
}
