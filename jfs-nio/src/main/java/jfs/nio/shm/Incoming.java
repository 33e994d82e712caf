package jfs.nio.shm;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import jfs.core.config.Log;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.WaitWord;
import jfs.core.switchover.Deadline;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.wait.MemorySpin;

/** The receiving direction of an end: the ring, and what to do while it is empty. */
final class Incoming {

  private static final int SCRATCH = 64;
  private static final byte[] NOTHING = {};

  /** How long TCP may take to end once the link has, if it was a death. */
  private static final int DEATH_MILLIS = 1000;

  private final ControlBlock control;
  private final RingReceiver ring;
  private final Sleeper sleeper;
  private final PeerEnding peer;
  private final WaitWord ownWord;
  private final WaitWord senderWord;
  private final MemorySpin spin;

  private volatile boolean closed;
  private volatile boolean shut;

  /** A doorbell is on its way that nobody waits for: to be taken before the next is asked for. */
  private boolean bellOwed;

  /** TCP has ended. */
  private boolean tcpEnded;

  /** As with the JDK, a reset is read again and again. */
  private boolean reset;

  private byte[] scratch;

  /** What was read from TCP beyond the peer's switch. Written by readers. */
  private volatile long beyond;

  /** Of that, the program's bytes that were not read yet, up to the array's end. */
  private byte[] early = NOTHING;

  /** Where they begin is where those end that were read. Written by readers. */
  private volatile int unread;

  /** The ring is empty for good, and the peer sends on TCP again. The reader's own. */
  private boolean onTcp;

  Incoming(ControlBlock control, RingReceiver ring, Sleeper sleeper, PeerEnding peer) {
    this.control = control;
    this.ring = ring;
    this.sleeper = sleeper;
    spin = sleeper.newSpin();
    this.peer = peer;
    ownWord = control.receiverWaits();
    senderWord = control.senderWaits();
  }

  ControlBlock control() {
    return control;
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
      return await(timeoutMillis) ? receive(bytes, offset, length, timeoutMillis) : -1;
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

  int available() throws IOException {
    return shut || closed ? 0 : ring.available() + unread + availableOnTcp();
  }

  private int availableOnTcp() throws IOException {
    if (control.doorbellsBeforeReturn() < 0) {
      return 0;
    }
    int there = sleeper.tcp().available();
    return there - wakeUps(there);
  }

  /** How many of the next bytes on TCP are wake-ups; called by readers, as the next. */
  int wakeUps(int n) {
    long doorbells = control.doorbellsBeforeReturn();
    return doorbells < 0 ? n : (int) Math.min(n, Math.max(0, doorbells - beyond));
  }

  /** Keeps what was read from TCP and is not a wake-up. */
  void readBeyondSwitch(byte[] bytes, int offset, int length) {
    int skipped = wakeUps(length);
    passed(length);
    if (skipped < length) {
      early = Arrays.copyOfRange(bytes, offset + skipped, offset + length);
      unread = early.length;
    }
  }

  /** Readers hold a lock. */
  private void passed(int n) {
    long before = beyond;
    beyond = before + n;
  }

  /** The peer's bytes that follow those in the ring. */
  private int receiveFromTcp(byte[] bytes, int offset, int length, int timeoutMillis)
      throws IOException {
    int kept = unread;
    if (kept > 0) {
      int n = Math.min(kept, length);
      System.arraycopy(early, early.length - kept, bytes, offset, n);
      unread = kept - n;
      early = n < kept ? early : NOTHING;
      return n;
    }
    try {
      for (int left = wakeUps(SCRATCH); left > 0; left = wakeUps(SCRATCH)) {
        int n = sleeper.tcp().read(scratch(), 0, left, timeoutMillis);
        if (n < 0) {
          return n;
        }
        passed(n);
      }
      return sleeper.tcp().read(bytes, offset, length, timeoutMillis);
    } catch (SocketException e) {
      if (!closed) {
        reset = peer.tellReset();
        if (!reset) {
          return -1; // a writer was told of it
        }
      }
      throw e;
    }
  }

  /** Whether all that the ring will ever hold was read, and the rest comes by TCP. */
  private boolean hasReturned() throws CorruptRingException {
    // In this order: what the ring holds was put in before.
    onTcp = control.doorbellsBeforeReturn() >= 0 && !ring.hasBytes();
    return onTcp;
  }

  /** Waits for bytes, or for TCP's turn; false at end of file. */
  private boolean await(int timeoutMillis) throws IOException {
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
      Boolean end = end();
      if (end != null) {
        return end;
      }
      if (deadline == null) {
        deadline = Deadline.in(timeoutMillis);
      }
      sleep(deadline);
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

  /** Whether the stream has ended: null if not, else whether there is more to read before. */
  private Boolean end() throws IOException {
    if ((control.senderFlags() & Flags.FINISHED) == 0 && !peer.isLost() && !tcpEnded) {
      return null;
    }
    // Set after the last byte was published, so a look now sees all that there will ever be.
    if (ring.hasBytes() || hasReturned()) {
      return true;
    }
    if ((control.senderFlags() & Flags.FINISHED) == 0) {
      // Its JVM was ended: one that closes says so first. A link alone may break while both live.
      awaitTcpEnd();
      if (hasReturned()) {
        return true;
      }
      peer.lost();
    }
    try {
      peer.read();
    } catch (SocketException e) {
      reset = true;
      throw e;
    }
    return false;
  }

  /** The kernel ends the connections of a process that dies at once; it is TCP that tells. */
  private void awaitTcpEnd() throws SocketException {
    try {
      while (!tcpEnded && control.doorbellsBeforeReturn() < 0) {
        tcpEnded = readWakeUps(DEATH_MILLIS) < 0;
      }
    } catch (SocketTimeoutException e) {
      reset = true;
      throw new SocketException("Connection reset");
    } catch (IOException e) {
      tcpEnded = true;
      peer.tcpReset();
    }
    if (closed) {
      throw new SocketException("Socket closed");
    }
  }

  private int readWakeUps(int timeoutMillis) throws IOException {
    int n = sleeper.tcp().read(scratch(), 0, SCRATCH, timeoutMillis);
    readBeyondSwitch(scratch, 0, Math.max(0, n));
    return n;
  }

  private void sleep(Deadline deadline) throws IOException {
    long nanos = deadline.remainingNanos();
    spin.sleeps();
    if (sleeper.mayUseFutex()) {
      ownWord.arm(WaitWord.ON_FUTEX);
      if (hasNews()) {
        ownWord.disarm();
      } else {
        sleeper.sleepOnFutex(ownWord, nanos);
        ownWord.disarm();
      }
    } else {
      sleepOnTcp(deadline);
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

  private void sleepOnTcp(Deadline deadline) throws IOException {
    if (!bellOwed) {
      ownWord.arm(WaitWord.ON_TCP);
      if (hasNews()) {
        bellOwed = !ownWord.disarm();
        return;
      }
    }
    bellOwed = false;
    boolean awake = false;
    try {
      tcpEnded = readWakeUps(deadline.remainingMillis()) < 0;
      awake = true;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (SocketException e) {
      if (closed) {
        throw e;
      }
      tcpEnded = true;
      peer.tcpReset();
      awake = true;
    } finally {
      boolean rung = !ownWord.disarm();
      // A byte that came was the bell; none came: it is on its way if it was rung.
      bellOwed = rung && !awake;
    }
  }

  private byte[] scratch() {
    if (scratch == null) {
      scratch = new byte[SCRATCH];
    }
    return scratch;
  }

  /** Ends every read; the monitor of the transport is held, as in the two below. */
  void shutdown() {
    shut = true;
    sleeper.wakeByFutex(ownWord);
  }

  /**
   * Closes it.
   *
   * @param reset whether the peer is to see a reset
   */
  void close(boolean reset) {
    boolean unreadBytes = hasUnread();
    closed = true;
    control.addReceiverFlags(
        Flags.CLOSED | (reset ? Flags.RESET : 0) | (unreadBytes ? Flags.UNREAD : 0));
    sleeper.wakeByFutex(senderWord);
    sleeper.wakeByFutex(ownWord);
  }

  private boolean hasUnread() {
    try {
      return control.hasUnread() || unread + availableOnTcp() > 0;
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
