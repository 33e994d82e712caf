package jfs.shm;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.Interrupts;
import jfs.core.switchover.Deadline;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.wait.MemorySpin;
import jfs.shm.memory.ChunkSizes;

/** The receiving direction of an end: the ring, and what to do while it is empty. */
final class ShmReceiver {

  private static final int SCRATCH = 64;

  /** How long TCP may take to end after the link, if the peer died. */
  private static final int DEATH_MILLIS = 1000;

  /** The pause between two looks of a thread that lacks the memory to sleep on TCP. */
  private static final long NO_MEMORY_NANOS = 2_000_000;

  private final ControlBlock control;
  private final RingReceiver ring;
  private final Sleeper sleeper;
  private final PeerEnding peer;
  private final WaitWord ownWord;
  private final Doorbells doorbells;
  private final WaitWord senderWord;
  private final MemorySpin spin;

  private volatile boolean closed;
  private volatile boolean shut;

  /** TCP has ended. */
  private boolean tcpEnded;

  /** When TCP must have ended if the peer died with the link; null while the link is there. */
  private Deadline verdictDue;

  /** As with the JDK, every later read reports a reset again. */
  private boolean reset;

  private final byte[] scratch = new byte[SCRATCH];

  private final EarlyBytes early = new EarlyBytes();

  /** The ring is empty for good, and the peer sends on TCP again. Used by the reader alone. */
  private boolean onTcp;

  /** Whether the ring has grown, or held more than a first chunk has room for. */
  boolean hasGrown() {
    return ring.chunkSize() > ChunkSizes.FIRST || ring.seen() > ChunkSizes.FIRST;
  }

  ShmReceiver(ControlBlock control, RingReceiver ring, Sleeper sleeper, PeerEnding peer) {
    this.control = control;
    this.ring = ring;
    this.sleeper = sleeper;
    spin = sleeper.newSpin();
    this.peer = peer;
    ownWord = control.receiverWaits();
    doorbells = new Doorbells(ownWord);
    senderWord = control.senderWaits();
  }

  ControlBlock control() {
    return control;
  }

  Doorbells doorbells() {
    return doorbells;
  }

  int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    try {
      if (onTcp && !closed && !shut && !reset) {
        return receiveFromTcp(bytes, offset, length, timeoutMillis);
      }
      if (!closed && !shut && !reset) {
        int n = ring.take(bytes, offset, length);
        if (n > 0) {
          took();
          return n;
        }
      }
      return await(length, timeoutMillis) ? receive(bytes, offset, length, timeoutMillis) : -1;
    } catch (CorruptRingException e) {
      reset = true;
      Log.warn("shared memory of " + control + " corrupt: " + e.detail());
      throw e;
    }
  }

  private void took() {
    if (ring.shouldCheckSender()) {
      VarHandle.fullFence();
      sleeper.wakeSender(senderWord);
    }
  }

  int available(int beforeSwitch) throws IOException {
    return shut || closed ? 0 : ring.available() + early.count() + availableOnTcp(beforeSwitch);
  }

  private int availableOnTcp(int beforeSwitch) throws IOException {
    if (control.doorbellsBeforeReturn() < 0) {
      return 0;
    }
    int there = Math.max(0, sleeper.tcp().available() - beforeSwitch);
    return there - wakeUps(there);
  }

  /** How many of the next bytes on TCP are doorbells; called by readers, as is the next method. */
  int wakeUps(int n) {
    long rung = control.doorbellsBeforeReturn();
    return rung < 0 ? n : (int) Math.min(n, Math.max(0, rung - doorbells.read()));
  }

  /** Counts doorbells that were read from TCP, and keeps the bytes that came behind them. */
  void readBeyondSwitch(byte[] bytes, int offset, int length) {
    int skipped = wakeUps(length);
    doorbells.read(skipped);
    if (skipped < length && !early.keep(bytes, offset + skipped, length - skipped)) {
      reset = true; // rather than a stream with a gap
    }
  }

  /** Reads the peer's bytes that follow those in the ring. */
  private int receiveFromTcp(byte[] bytes, int offset, int length, int timeoutMillis)
      throws IOException {
    if (early.count() > 0) {
      return early.take(bytes, offset, length);
    }
    try {
      for (int left = wakeUps(SCRATCH); left > 0; left = wakeUps(SCRATCH)) {
        int n = sleeper.readTcp(scratch, 0, left, timeoutMillis);
        if (n < 0) {
          break; // so does the next read
        }
        doorbells.read(n);
      }
      int n = sleeper.readTcp(bytes, offset, length, timeoutMillis);
      if (n < 0 && !closed && !shut && isResetByDeath()) {
        throw new SocketException("Connection reset");
      }
      return n;
    } catch (SocketException e) {
      if (!closed) {
        reset = peer.tellReset();
        if (!reset) {
          return -1; // a writer was told of the reset
        }
      }
      throw e;
    }
  }

  /** Whether all that the ring will ever hold was read, and the rest comes by TCP. */
  private boolean hasReturned() throws CorruptRingException {
    // In this order: the sender fills the ring before it announces its return.
    onTcp = control.doorbellsBeforeReturn() >= 0 && !ring.hasBytes();
    return onTcp;
  }

  /**
   * Waits for bytes, or for TCP's turn; false at end of file.
   *
   * @param wanted how many the program asks for
   */
  private boolean await(int wanted, int timeoutMillis) throws IOException {
    Deadline deadline = null;
    while (true) {
      if (closed) {
        throw new SocketException("Socket closed");
      }
      if (reset) {
        throw new SocketException("Connection reset");
      }
      if (shut) {
        return false;
      }
      if (hasReturned() || spins()) {
        return true;
      }
      if (deadline == null) {
        deadline = Deadline.in(timeoutMillis);
      }
      Boolean end = end(wanted, deadline);
      if (end != null) {
        return end;
      }
      sleep(wanted, deadline);
    }
  }

  private boolean spins() throws CorruptRingException {
    if (ring.hasBytes()) {
      return true;
    }
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        found = ring.hasBytes();
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /**
   * Whether the stream has ended: null if not; true if there is more to read first, false at its
   * end.
   */
  private Boolean end(int wanted, Deadline deadline) throws IOException {
    if ((control.senderFlags() & Flags.FINISHED) == 0 && !peer.isLost() && !tcpEnded) {
      return null;
    }
    // The flag is set after the last byte was published, so a look now sees all there will ever be.
    if (ring.hasBytes() || hasReturned()) {
      return true;
    }
    if ((control.senderFlags() & Flags.FINISHED) == 0) {
      // The peer's JVM has died: an end that closes says so first. Or the link broke while both
      // live.
      awaitTcpEnd(wanted, deadline);
      if (hasReturned()) {
        return true;
      }
      if ((control.senderFlags() & Flags.FINISHED) == 0) {
        peer.lost();
      }
    }
    try {
      peer.read(control.senderFlags());
    } catch (SocketException e) {
      if (closed) {
        throw new SocketException("Socket closed"); // the peer has answered that
      }
      reset = true;
      throw e;
    }
    return false;
  }

  /**
   * Waits until TCP tells whether the peer died: the kernel ends the connections of a dead process
   * at once. A read that times out before that leaves the question to the next read.
   */
  private void awaitTcpEnd(int wanted, Deadline deadline) throws IOException {
    if (verdictDue == null) {
      verdictDue = Deadline.in(DEATH_MILLIS);
    }
    while (!tcpEnded && control.doorbellsBeforeReturn() < 0) {
      int left = deadline.remainingMillis();
      int verdict;
      try {
        verdict = verdictDue.remainingMillis();
      } catch (SocketTimeoutException e) {
        reset = true;
        throw new SocketException("Connection reset");
      }
      try {
        readTcp(wanted, left == 0 ? verdict : Math.min(left, verdict));
      } catch (SocketTimeoutException e) {
        // One of the two timeouts has passed.
      }
    }
    if (closed) {
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
      int n = sleeper.tcp().read(scratch, 0, Math.min(SCRATCH, wanted), timeoutMillis);
      if (n < 0) {
        tcpEnded = true;
      } else {
        readBeyondSwitch(scratch, 0, n);
      }
    } catch (SocketException e) {
      if (closed) {
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
      if (hasNews()) {
        ownWord.disarm();
      } else {
        sleeper.sleepOnFutex(ownWord, nanos);
        ownWord.disarm();
      }
    } else {
      sleepOnTcp(wanted, deadline);
    }
  }

  private boolean hasNews() throws CorruptRingException {
    return closed
        || shut
        || peer.isLost()
        || ring.hasBytes()
        || control.senderFlags() != 0
        || control.doorbellsBeforeReturn() >= 0;
  }

  private void sleepOnTcp(int wanted, Deadline deadline) throws IOException {
    doorbells.arm();
    try {
      // Bytes that are there already must not wait for an owed doorbell.
      if (!closed && !hasNews()) {
        readTcp(wanted, deadline.remainingMillis());
      }
    } finally {
      doorbells.disarm();
    }
  }

  /**
   * Whether a peer that has ended TCP was killed, and left bytes from here unread: an end that
   * closes or half-closes says so first. The peer's kernel, which has none of the bytes, has ended
   * TCP in order. All that the peer stored before is visible here, since the kernel reported the
   * end after that.
   */
  boolean isResetByDeath() {
    return (control.senderFlags() & Flags.FINISHED) == 0 && peer.leftUnread();
  }

  /** Ends every read; the caller holds the transport's monitor, as in the methods below. */
  void shutdown() {
    shut = true;
    doorbells.close();
    sleeper.wakeByFutex(ownWord);
  }

  /** Whether the program has shut down its input. */
  boolean isShut() {
    return shut;
  }

  /** Tells the peer's writers that this end takes nothing any more. */
  void refuses() {
    control.addReceiverFlags(Flags.CLOSED);
    sleeper.wakeByFutex(senderWord);
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
    early.close();
    doorbells.close();
    control.addReceiverFlags(
        Flags.CLOSED | (reset ? Flags.RESET : 0) | (unreadBytes ? Flags.UNREAD : 0));
    sleeper.wakeByFutex(senderWord);
    sleeper.wakeByFutex(ownWord);
  }

  private boolean hasUnread() {
    try {
      return control.hasUnread() || early.count() + availableOnTcp(0) > 0;
    } catch (IOException e) {
      return false; // TCP was closed before
    }
  }

  /** The peer is gone. */
  void lost() {
    peer.lost();
    sleeper.wakeByFutex(ownWord);
  }
}
