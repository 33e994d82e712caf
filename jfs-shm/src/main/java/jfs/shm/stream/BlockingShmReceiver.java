package jfs.shm.stream;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.CorruptRingException;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.Interrupts;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.SelectableReceiver;
import jfs.core.wait.Deadline;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.SelectorEventFd;

/**
 * The receiving direction as a blocking socket has it: what a thread does while there is nothing to
 * receive, and how it learns that this end or the peer has ended. A subclass, since one object more
 * on the way of each byte takes time.
 */
final class BlockingShmReceiver extends ShmReceiver implements SelectableReceiver {

  /** How long TCP may take to end after the link, if the peer died. */
  static final int DEATH_MILLIS = 1000;

  /** The pause between two looks of a thread that lacks the memory to sleep on TCP. */
  private static final long NO_MEMORY_NANOS = 2_000_000;

  /** How often TCP is read for its end: two doorbells at most lie before that. */
  private static final int MOST_LOOKS = 3;

  private final Sleeper sleeper;
  private final Doorbells doorbells;
  private final WaitWord ownWord;
  private final MemorySpin spin;

  /** TCP has ended. Used by the reader alone, as are the next fields. */
  private boolean tcpEnded;

  /** A selector waits to be told. Without a selector, arming ends with the wait. */
  private boolean armed;

  /** By which the selector is told; null if by TCP, as every selector can be. */
  private SelectorEventFd armedFor;

  /** When TCP must have ended if the peer died with the link; never while the link is there. */
  private long verdictDue = Deadline.NEVER;

  BlockingShmReceiver(
      ControlBlock control, RingReceiver ring, Sleeper sleeper, PeerEnding peer, PairOwner owner) {
    super(control, ring, sleeper.waker(), peer, new TcpAfterSwitch(control, sleeper.tcp()), owner);
    this.sleeper = sleeper;
    doorbells = tcp().doorbells();
    spin = sleeper.newSpin();
    ownWord = control.receiverWaits();
  }

  @Override
  public int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    if (armed) {
      disarm();
    }
    int n = tryReceive(bytes, offset, length);
    if (n != 0) {
      return n;
    }
    return timeoutMillis == Anchor.NO_WAIT
        ? receiveNow(bytes, offset, length)
        : await(bytes, offset, length, timeoutMillis);
  }

  @Override
  public int receiveNow(ByteBuffer to) throws IOException {
    if (armed) {
      disarm();
    }
    return tryReceive(to);
  }

  @Override
  public boolean mayReceive() {
    return mayHaveNews() || tcpEnded;
  }

  /** The ring is empty: receives what else there is now. */
  private int receiveNow(byte[] bytes, int offset, int length) throws IOException {
    if (isOnTcp()) {
      return receiveFromTcp(bytes, offset, length, Anchor.NO_WAIT);
    }
    return isCutOff() && isEndKnown() && !hasBytes() && !hasReturned() ? endUnsaid() : 0;
  }

  /**
   * Whether it is known how the stream of a peer that is cut off ends.
   *
   * @throws SocketException if the peer lives, as far as TCP tells, and no thread of it can wake
   *     this end's any more
   */
  private boolean isEndKnown() throws IOException {
    boolean came = true;
    for (int i = 0; came && !tcpEnded && !tcp().hasReturned() && i < MOST_LOOKS; i++) {
      came = readTcp(tcp().scratch().length, Anchor.NO_WAIT);
    }
    if (!came && !tcpEnded && isVerdictDue()) {
      throw cutOff();
    }
    return tcpEnded;
  }

  @Override
  public void disarm() {
    if (armed) {
      armed = false;
      doorbells.disarm();
    }
  }

  /**
   * Asks for what a selector waits for, a doorbell or a signal; it stays asked for until the next
   * look.
   *
   * @return false if there is something to receive, or neither may come
   */
  @Override
  public boolean arm(SelectorEventFd eventFd) throws IOException {
    if (canReceive(false)) {
      return false;
    }
    if (tcp().hasReturned()) {
      return !hasBytes(); // the bytes come there, after the ring's, which may have come just now
    }
    if (isCutOff()) {
      return false;
    }
    // A record's own comparison takes heap at its first call.
    int asked = eventFd == null ? -1 : eventFd.number();
    boolean isOthers = armed && armedFor != null && armedFor.number() != asked;
    if (isOthers) {
      disarm();
    }
    if (!armed) {
      tcp().settle();
      armFor(!isOthers && sleeper.mayUse(eventFd) ? eventFd : null);
      armed = true; // after that: if the stack had no room for the call, the next look arms
    }
    return !hasNews();
  }

  private void armFor(SelectorEventFd eventFd) {
    armedFor = eventFd; // first: a selector that finds it armed for another has the peer ring
    if (eventFd == null) {
      doorbells.arm();
    } else {
      doorbells.armFor(eventFd.number());
    }
  }

  /**
   * Whether {@link #receive} would return something without waiting, or throw. If the kernel says
   * that TCP is readable and the ring is empty, reads the doorbells there.
   */
  @Override
  public boolean canReceive(boolean tcpIsReadable) throws IOException {
    if (hasSomething()) {
      return true;
    }
    if (tcpIsReadable) {
      if (tcp().hasReturned() && tcp().doorbellsAmong(1) == 0) {
        return true; // bytes of the stream, or its end
      }
      disarm();
      readTcp(tcp().scratch().length, Anchor.NO_WAIT);
      if (hasSomething() || (tcpEnded && tcp().hasReturned())) {
        return true;
      }
    }
    return !tcp().hasReturned() && isCutOff() && isEndKnown();
  }

  private boolean hasSomething() throws CorruptRingException {
    return isClosed()
        || isShut()
        || isReset()
        || hasBytes()
        || tcp().hasKept()
        || (hasFinished() && !tcp().hasReturned());
  }

  private int await(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    long deadline = Deadline.NEVER;
    boolean waits = false;
    int n = 0;
    while (n == 0) {
      if (isOnTcp()) {
        int left = waits ? Deadline.remainingMillisToLook(deadline) : timeoutMillis;
        return receiveFromTcp(bytes, offset, length, left);
      }
      if (!spins()) {
        if (!waits) {
          waits = true;
          deadline = Deadline.in(timeoutMillis);
        }
        if (!isCutOff()) {
          sleep(length, deadline);
        } else if (isEnd(length, deadline)) {
          return endUnsaid();
        }
      }
      n = tryReceive(bytes, offset, length);
    }
    return n;
  }

  /** Reads the peer's bytes that follow those in the ring. */
  private int receiveFromTcp(byte[] bytes, int offset, int length, int timeoutMillis)
      throws IOException {
    try {
      int n = tcp().read(bytes, offset, length, timeoutMillis);
      if (n < 0 && !isClosed() && !isShut() && isResetByDeath()) {
        throw new SocketException("Connection reset");
      }
      return n;
    } catch (SocketException e) {
      if (!isClosed()) {
        if (!peer().tellReset()) {
          return -1; // a writer was told of the reset
        }
        reset();
      }
      throw e;
    }
  }

  private boolean spins() throws CorruptRingException {
    if (hasBytes()) {
      return true;
    }
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        found = hasBytes();
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /** Whether the peer will say no more, and has not said that its stream ends. */
  private boolean isCutOff() {
    return !hasFinished() && (peer().isLost() || tcpEnded);
  }

  /** Whether the stream of a peer that is cut off has ended; false if there is more to read. */
  private boolean isEnd(int wanted, long deadline) throws IOException {
    if (hasBytes() || hasReturned()) {
      return false;
    }
    awaitTcpEnd(wanted, deadline);
    // Again: the peer's threads may have gone on writing until they knew that the link had ended.
    return !hasBytes() && !hasReturned();
  }

  /**
   * Waits until TCP tells whether the peer died: the kernel ends the connections of a dead process
   * at once. A read that times out before that leaves the question to the next read, which looks at
   * TCP again before it says how the peer has ended.
   */
  private void awaitTcpEnd(int wanted, long deadline) throws IOException {
    while (!tcpEnded && !tcp().hasReturned()) {
      boolean due = isVerdictDue();
      int left = Deadline.remainingMillis(deadline);
      int verdict = Deadline.remainingMillisToLook(verdictDue);
      boolean came = false;
      try {
        came = readTcp(wanted, left == 0 ? verdict : Math.min(left, verdict));
      } catch (SocketTimeoutException e) {
        // One of the two timeouts has passed.
      }
      if (due && !came && !tcpEnded) {
        throw cutOff();
      }
    }
    if (isClosed()) {
      throw new SocketException("Socket closed");
    }
  }

  private boolean isVerdictDue() {
    if (verdictDue == Deadline.NEVER) {
      verdictDue = Deadline.in(DEATH_MILLIS);
    }
    return Deadline.isOver(verdictDue);
  }

  private SocketException cutOff() {
    reset();
    return new SocketException("Connection reset");
  }

  /**
   * Reads doorbells, or learns that TCP has ended. The JDK reads into direct memory, and keeps as
   * much of it for each thread as the thread has asked for so far. The program may have used up the
   * rest, so this method asks for no more than the program itself does. If even that is lacking,
   * because this thread never read from TCP, the caller looks at the ring again in a moment.
   *
   * @return whether something came, or may have: there was no memory to look
   */
  private boolean readTcp(int wanted, int timeoutMillis) throws IOException {
    tcp().readBegins();
    try {
      byte[] scratch = tcp().scratch();
      int n = sleeper.tcp().read(scratch, 0, Math.min(scratch.length, wanted), timeoutMillis);
      if (n < 0) {
        tcpEnded = true;
      } else {
        readBeyondSwitch(scratch, 0, n);
      }
      tcp().readEnds();
      return n > 0;
    } catch (SocketException e) {
      tcp().readEnds();
      if (isClosed()) {
        throw e;
      }
      tcpEnded = true;
      peer().tcpReset();
    } catch (IOException | RuntimeException | InternalError | LinkageError e) {
      tcp().readEnds();
      throw e;
    } catch (OutOfMemoryError e) {
      tcp().readEnds();
      boolean interrupted = Interrupts.take();
      LockSupport.parkNanos(NO_MEMORY_NANOS);
      Interrupts.restore(interrupted);
      return true;
    }
    return false;
  }

  private void sleep(int wanted, long deadline) throws IOException {
    long nanos = Deadline.remainingNanos(deadline);
    spin.sleeps();
    tcp().settle();
    doorbells.disarm(); // if the stack had no room for that
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

  private void sleepOnTcp(int wanted, long deadline) throws IOException {
    try {
      doorbells.arm();
      // Bytes that are there already must not wait for an owed doorbell.
      if (!hasNews()) {
        readTcp(wanted, Deadline.remainingMillis(deadline));
      }
    } finally {
      doorbells.disarm();
    }
  }

  /** Ends every read, and one that waits. */
  @Override
  void shutdown() {
    super.shutdown();
    doorbells.close();
    waker().wakeByFutex(ownWord);
  }

  /** Closes this direction, and ends a read that waits. */
  @Override
  void close(boolean reset, boolean unreadOnTcp) {
    super.close(reset, unreadOnTcp);
    waker().wakeByFutex(ownWord);
  }

  /** The peer is gone. */
  void lost() {
    peer().lost();
    waker().wakeByFutex(ownWord);
    sleeper.tcp().changed();
  }
}
