package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.carrier.OwnTraffic;
import jfs.core.config.Log;
import jfs.core.runtime.Interrupts;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.Anchor;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportReceiver;
import jfs.core.wait.Deadline;

/**
 * The receiving direction: TCP until the peer's last byte there, then the transport. The peer
 * announces which byte is the last before it writes that byte. So a read from TCP takes what the
 * program asks for, straight into the program's array, and a byte of the stream wakes a reader that
 * waits there.
 *
 * <p>After that byte, TCP may bring doorbells, which only wake this end. A reader leaves none of
 * them there when it returns to its program, and a close leaves none either: when a socket ends
 * with unread bytes, the kernel sends a reset and drops what it has not yet delivered.
 */
class ReceivingSide {

  /**
   * How long a reader that has its bytes waits for a doorbell that the peer is about to ring, and
   * how long a thread that closes waits. The peer writes it in its next step, after some
   * microseconds. Only a peer that is stopped or collects garbage between the two steps takes
   * longer.
   */
  static final long RETURN_NANOS = 10_000_000;

  private static final long CLOSE_NANOS = 1_000_000_000;

  /** The pause of a thread that closes between two looks whether a reader has gone. */
  static final long LOOK_NANOS = 50_000;

  final Negotiation negotiation;
  final CarrierAnchor tcp;
  final ConnectionStats stats;
  final Mutex lock;
  final TcpPart part;

  /** Guarded by the lock. */
  private final DoorbellReader doorbells;

  /** Where reads come from after the switch, else null. Written under the lock. */
  volatile TransportReceiver switched;

  /** Whether the program has shut its input down. */
  private volatile boolean shut;

  /** Whether this direction has told the program of a reset, and still does. As the next one. */
  private boolean reset;

  /** Whether end of file was read; as with the JDK, it is read again then. Guarded by the lock. */
  boolean ended;

  ReceivingSide(
      Negotiation negotiation,
      CarrierAnchor tcp,
      ConnectionStats stats,
      OwnTraffic own,
      Mutex lock) {
    this.negotiation = negotiation;
    this.tcp = tcp;
    this.stats = stats;
    this.lock = lock;
    part = new TcpPart(negotiation, own);
    doorbells = new DoorbellReader(tcp);
  }

  /** Reads as a socket does, with the program's SO_TIMEOUT. */
  int read(byte[] bytes, int offset, int length) throws IOException {
    int timeout = tcp.timeout();
    int left = lock.tryLock() ? timeout : TurnToRead.await(lock, tcp, timeout);
    return readInTurn(bytes, offset, length, left, RETURN_NANOS);
  }

  /** Reads under the lock, which the caller has taken, and releases it. */
  final int readInTurn(byte[] bytes, int offset, int length, int timeout, long patienceForDoorbells)
      throws IOException {
    try {
      if (ended) {
        return -1;
      }
      TransportReceiver fast = switched;
      return counted(
          fast != null
              ? fast.receive(bytes, offset, length, timeout)
              : receiveFromTcp(bytes, offset, length, timeout));
    } finally {
      leave(patienceForDoorbells);
    }
  }

  /** Reads the doorbells that are due, and releases the lock. */
  private void leave(long patienceForDoorbells) {
    try {
      Transport installed = negotiation.transport();
      if (installed != null) {
        takeDoorbells(installed, doorbells.waitedInVain() ? 0 : patienceForDoorbells);
      }
    } finally {
      lock.unlock();
    }
  }

  /** As {@link SwitchableConnection#goOn(byte[], int, int, byte, long, int)}. */
  final int goOn(byte[] bytes, int offset, int length, byte first, long start, int n)
      throws IOException {
    lock.lock(); // once more: it is released below
    boolean mine = true;
    try {
      int data = part.take(bytes, offset, n, first);
      if (data == 0) {
        mine = false;
        return readInTurn(bytes, offset, length, timeoutLeft(start), RETURN_NANOS);
      }
      return counted(data + moreAfter(bytes, offset, length, data, 0));
    } finally {
      if (mine) {
        leave(RETURN_NANOS);
      }
    }
  }

  /** As {@link SwitchableConnection#goOn(byte[], int, int, long, SocketException)}. */
  final int goOn(byte[] bytes, int offset, int length, long start, SocketException met)
      throws IOException {
    lock.lock();
    try {
      return counted(receiveAfter(met, bytes, offset, length, timeoutLeft(start)));
    } finally {
      leave(RETURN_NANOS);
    }
  }

  /** What is left of SO_TIMEOUT since then, in milliseconds, at least 1; 0 for none. */
  private int timeoutLeft(long start) {
    int timeout = tcp.timeout();
    long spent = (System.nanoTime() - start) / 1_000_000;
    return timeout == 0 ? 0 : (int) Math.max(1, timeout - spent);
  }

  private int counted(int n) throws SocketException {
    if (n < 0) {
      return endOfFile();
    }
    if (n > 0) {
      negotiation.read(n);
      stats.addReceivedInTurn(n);
    }
    return n;
  }

  private int endOfFile() throws SocketException {
    if (negotiation.isClosed()) {
      // Another thread closes: the peer learned of that and ended, too, before TCP was closed here.
      throw new SocketException("Socket closed");
    }
    ended = true;
    stats.inputEnded();
    return -1;
  }

  private int receiveFromTcp(byte[] bytes, int offset, int length, int timeout) throws IOException {
    int n;
    try {
      n = receive(bytes, offset, length, timeout);
    } catch (SocketException e) {
      n = receiveAfter(e, bytes, offset, length, timeout);
    }
    return n < 0 ? n : n + moreAfter(bytes, offset, length, n, timeout);
  }

  /** How many bytes came by the transport behind so many that came by TCP, or it. */
  private int moreAfter(byte[] bytes, int offset, int length, int n, int timeout)
      throws IOException {
    Transport installed = n == length || switched != null ? null : negotiation.transport();
    int most = timeout == Anchor.NO_WAIT ? timeout : 1; // millisecond: a hostile peer may lie
    return installed == null ? 0 : receiveMore(installed, bytes, offset + n, length - n, most);
  }

  /** TCP has failed, which need not be the end of the stream. */
  private int receiveAfter(SocketException e, byte[] bytes, int offset, int length, int timeout)
      throws IOException {
    Transport committed = negotiation.committedTransport();
    if (committed != null && !negotiation.isClosed() && awaitEnd(committed, e) == part.received()) {
      // TCP has brought all its bytes; the peer has closed it with a doorbell of ours unread.
      return receive(bytes, offset, length, timeout);
    }
    if (committed == null || negotiation.isClosed() || reset || committed.tellReset()) {
      reset = true;
      throw e;
    }
    return -1;
  }

  /** As {@link Transport#awaitEnd}; if that never learns how the peer ended, TCP's error stands. */
  private long awaitEnd(Transport committed, SocketException tcps) throws IOException {
    try {
      return committed.awaitEnd(part.received());
    } catch (SocketException e) {
      if (negotiation.isClosed()) {
        throw e;
      }
      committed.tellReset();
      throw tcps;
    }
  }

  /**
   * Takes what the peer sent after its switch, if there is any. As with the JDK, one read takes all
   * that is available, whether it came by TCP or by the transport.
   */
  private int receiveMore(Transport installed, byte[] bytes, int offset, int length, int timeout)
      throws IOException {
    if (installed.peerSwitchedAt() != part.received() || installed.stream().available(0) == 0) {
      return 0;
    }
    TransportReceiver receiver = follow(installed);
    try {
      // It returns end of file only if input is shut down meanwhile, and then again at the next
      // read.
      return Math.max(0, receiver.receive(bytes, offset, length, timeout));
    } catch (IOException | RuntimeException | Error e) {
      // The program must get what came by TCP. If the error lasts, the next read throws it again.
      Log.debug("no more than TCP brought", e);
      return 0;
    }
  }

  final TransportReceiver follow(Transport installed) {
    TransportReceiver receiver = installed.stream().receiver();
    switched = receiver;
    stats.carriedBy(negotiation.kind());
    return receiver;
  }

  private int receive(byte[] bytes, int offset, int length, int timeout) throws IOException {
    long deadline = timeout <= 0 ? Deadline.NEVER : Deadline.in(timeout);
    int left = timeout;
    while (true) {
      Transport installed = negotiation.transport();
      long end = installed == null ? -1 : installed.peerSwitchedAt();
      if (end >= 0 && part.received() >= end) {
        if (part.received() > end) {
          throw new SocketException("Connection reset");
        }
        return follow(installed).receive(bytes, offset, length, left);
      }
      int most = end < 0 ? length : (int) Math.min(length, end - part.received());
      int n = readTcp(installed, end, bytes, offset, most, left);
      if (n > 0 || (n < 0 && isEnd())) {
        return n;
      }
      if (timeout == Anchor.NO_WAIT) {
        if (n == 0 && !hasNews(installed, end)) {
          return 0;
        }
        continue;
      }
      // Something has come, and it may be what this waits for. A thread that gets no processor may
      // learn of it only when its time is up. So look once more then, as the JDK does. This happens
      // seldom.
      left = Deadline.remainingMillisToLook(deadline);
    }
  }

  /** Reads from TCP. Returns 0 if there is news of a transport instead. */
  private int readTcp(
      Transport installed, long end, byte[] bytes, int offset, int length, int timeout)
      throws IOException {
    // First this, and then a look for news: either this thread sees them, or the thread that has
    // them sees that this one reads.
    tcp.readBegins(part.received());
    try {
      if (hasNews(installed, end)) {
        return 0;
      }
      byte first = bytes[offset];
      int n = tcp.read(bytes, offset, length, timeout);
      if (n <= 0) {
        return n;
      }
      return part.take(bytes, offset, n, first);
    } finally {
      tcp.readEnds();
    }
  }

  /** Whether a transport, or the peer's switch, is known that was not known before. */
  private boolean hasNews(Transport installed, long end) {
    return negotiation.transport() != installed
        || (installed != null && installed.peerSwitchedAt() != end);
  }

  /** Called when TCP has ended: whether the stream has ended, too. */
  private boolean isEnd() throws IOException {
    if (shut && !negotiation.isClosed()) {
      return true;
    }
    Transport installed = negotiation.transport();
    long end = installed == null ? -1 : installed.awaitEnd(part.received());
    // A switch beyond what came: the peer ended during its last write to TCP, and nothing follows.
    return end < 0 || end > part.received();
  }

  /** Reads the doorbells that are due, for a reader that returns to its program with bytes. */
  final void takeDoorbells(long patienceNanos) {
    takeDoorbells(negotiation.transport(), doorbells.waitedInVain() ? 0 : patienceNanos);
  }

  /** Reads the doorbells that are due, if all of the stream's bytes on TCP were read before. */
  private void takeDoorbells(Transport installed, long patienceNanos) {
    if (doorbells.areDue(installed) && hasDrainedTcp(installed)) {
      doorbells.takeDue(installed, patienceNanos);
    }
  }

  private boolean hasDrainedTcp(Transport installed) {
    return switched != null || installed.peerSwitchedAt() == part.received();
  }

  /**
   * Reads the doorbells that are due at an end that closes or shuts down its input. If only the end
   * of TCP wakes a reader, none is due; any other one reads them on its way out. An interrupted
   * reader of a channel closes itself, or from JDK 25 on waits for a monitor of the thread that
   * does; and it may have a doorbell in hand that is not counted yet.
   */
  void takeLastDoorbells(Transport committed) {
    long start = System.nanoTime();
    long left = lock.isMine() ? RETURN_NANOS : CLOSE_NANOS;
    while (committed.doorbellsOwed() > 0 && left > 0) {
      if (tryToBar()) {
        try {
          takeDoorbells(committed, left);
        } finally {
          unbar();
        }
        return;
      }
      Interrupts.pause(LOOK_NANOS);
      long most = lock.isMine() || lock.isHeldByBlocked() ? RETURN_NANOS : CLOSE_NANOS;
      left = most - (System.nanoTime() - start);
    }
  }

  /** How many bytes can be read without blocking, given how many TCP has. */
  int available(int onTcp) throws IOException {
    boolean left = switched != null; // first: then the transport stays installed
    Transport installed = negotiation.transport();
    if (left) {
      return installed.stream().available(0);
    }
    long end = installed == null ? -1 : installed.peerSwitchedAt();
    return end < 0 ? onTcp : part.available(installed, end, onTcp);
  }

  /** Called before TCP's input is shut down, so that a reader that this wakes knows why. */
  void shut() {
    shut = true;
  }

  boolean isShut() {
    return shut;
  }

  /**
   * Whether a close now leaves bytes on TCP that the peer sent before its switch. After input was
   * shut down nothing reads them, and TCP does not count them.
   */
  boolean leavesBytesOnTcp(Transport committed) {
    long end = committed.peerSwitchedAt();
    if (switched != null || end == part.received()) {
      return false;
    }
    try {
      return shut ? end > part.received() : tcp.available() > 0;
    } catch (IOException e) {
      return false; // closed before
    }
  }

  /** Whether a thread is in this direction, or keeps others out of it for a moment. */
  boolean isBusy() {
    return lock.isLocked();
  }

  /** Keeps readers out until {@link #unbar}; false if one is inside now. */
  boolean tryToBar() {
    return lock.tryLock();
  }

  void unbar() {
    lock.unlock();
  }
}
