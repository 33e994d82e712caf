package jfs.nio.shm;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.net.SocketTimeoutException;
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
      sleeper.wake(senderWord);
    }
  }

  int available() throws IOException {
    return shut || closed ? 0 : ring.available();
  }

  /** Waits for bytes; false at end of file. */
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
      if (spins()) {
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
    if (ring.hasBytes()) {
      return true;
    }
    if ((control.senderFlags() & Flags.FINISHED) == 0) {
      // Its JVM was ended: one that closes says so first. A link alone may break while both live.
      awaitTcpEnd();
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
      while (!tcpEnded) {
        tcpEnded = sleeper.tcp().read(scratch(), 0, SCRATCH, DEATH_MILLIS) < 0;
      }
    } catch (SocketTimeoutException e) {
      reset = true;
      throw new SocketException("Connection reset");
    } catch (IOException e) {
      tcpEnded = true;
    }
    if (closed) {
      throw new SocketException("Socket closed");
    }
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
    return closed || shut || peer.isLost() || ring.hasBytes() || control.senderFlags() != 0;
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
      int n = sleeper.tcp().read(scratch(), 0, SCRATCH, deadline.remainingMillis());
      tcpEnded = n < 0;
      awake = true;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (SocketException e) {
      if (closed) {
        throw e;
      }
      tcpEnded = true;
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
    closed = true;
    control.addReceiverFlags(
        Flags.CLOSED | (reset ? Flags.RESET : 0) | (control.hasUnread() ? Flags.UNREAD : 0));
    sleeper.wakeByFutex(senderWord);
    sleeper.wakeByFutex(ownWord);
  }

  /** The peer is gone. */
  void lost() {
    peer.lost();
    sleeper.wakeByFutex(ownWord);
  }
}
