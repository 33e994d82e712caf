package jfs.rdma;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import jfs.core.config.Log;
import jfs.core.runtime.Interrupts;
import jfs.core.switchover.Deadline;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportKind;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.Polling;

/**
 * One end of a connection that goes over RDMA: what its threads do. What its peer does comes in
 * through {@link Conversation}, from whichever thread looks: one that waits here, or the reactor's
 * when none does.
 *
 * <p>Who connected decides alone whether the two ends are bound. Who accepted has promised to go
 * along, and can't know better until it is told: in between it is neither bound nor can it retract.
 */
final class RdmaTransport implements Transport {

  /** What a thread sleeps at most for want of room: a safeguard, for it is always woken. */
  private static final long LONGEST_SLEEP_NANOS = 1_000_000_000;

  /**
   * How long a peer may take to say how it has ended, once TCP has ended: it has said it before.
   */
  private static final int VERDICT_MILLIS = 5000;

  private enum Bond {
    OPEN,
    BOUND,
    RETRACTED
  }

  private final Reactor reactor;
  private final Pair pair;
  private final Conversation talk;
  private final Wire wire;
  private final Anchor tcp;
  private final boolean connector;
  private final MemorySpin readerSpin;
  private final MemorySpin writerSpin;
  private final PeerEnding peer;

  private volatile Bond bond = Bond.OPEN;

  /** Written with the wire's monitor held, as the three below. */
  private volatile boolean closed;

  private boolean finished;
  private boolean shut;
  private boolean released;

  /** This end told its reader of a reset, and goes on to. */
  private boolean reset;

  /** Of an end that it does not hold: a forgotten socket is to be collected. */
  RdmaTransport(Reactor reactor, Pair pair, Conversation talk, PairingEnd end) {
    this.reactor = reactor;
    this.pair = pair;
    this.talk = talk;
    wire = talk.wire();
    tcp = end.anchor();
    connector = end.isConnector();
    peer = new PeerEnding(talk);
    Polling polling =
        switch (end.preference()) {
          case BANDWIDTH -> Polling.NONE;
          case LATENCY -> Polling.LONG;
          default -> Polling.USUAL;
        };
    readerSpin = new MemorySpin(polling, Waiter.COST);
    writerSpin = new MemorySpin(polling, Waiter.COST);
  }

  Conversation talk() {
    return talk;
  }

  Pair pair() {
    return pair;
  }

  @Override
  public TransportKind kind() {
    return TransportKind.RDMA;
  }

  @Override
  public boolean isBound() {
    return bond == Bond.BOUND;
  }

  /** Binds both ends: for who connected, to decide; for who accepted, when told so. */
  boolean bind() {
    synchronized (wire) {
      if (bond == Bond.OPEN) {
        bond = Bond.BOUND;
      }
      return bond == Bond.BOUND;
    }
  }

  @Override
  public boolean retract() {
    synchronized (wire) {
      if (bond == Bond.OPEN && connector) {
        bond = Bond.RETRACTED;
      }
      return bond == Bond.RETRACTED;
    }
  }

  /** There is no peer any more: whoever accepted need not wait to be told. False if bound. */
  boolean abandon() {
    synchronized (wire) {
      if (bond == Bond.OPEN) {
        bond = Bond.RETRACTED;
        talk.doorbell().close();
      }
      return bond == Bond.RETRACTED;
    }
  }

  @Override
  public void switchOver(long bytes) throws IOException {
    tcp.pushAtOnce();
    synchronized (wire) {
      if (closed) {
        throw new SocketException("Socket closed");
      }
      talk.teller().switchAt(bytes);
    }
  }

  @Override
  public boolean mayBlockToSwitch() {
    return false;
  }

  @Override
  public long peerSwitchedAt() {
    return talk.peerSwitchedAt();
  }

  @Override
  public long awaitEnd() throws IOException {
    Deadline deadline = Deadline.in(VERDICT_MILLIS);
    boolean interrupted = Interrupts.take();
    Waiter reader = talk.reader();
    reader.begin();
    try {
      while (!isSo(this::isEndKnown)) {
        reader.park(deadline.remainingNanos());
        interrupted |= Interrupts.take();
      }
    } catch (SocketTimeoutException e) {
      Log.info("TCP has ended, and the peer says nothing of it");
    } finally {
      reader.end();
      Interrupts.restore(interrupted);
    }
    synchronized (wire) {
      if (closed) {
        throw new SocketException("Socket closed");
      }
      long end = talk.peerSwitchedAt();
      if (end < 0 && !shut && bond != Bond.RETRACTED && !talk.hasPeerFinished()) {
        // It may have switched and sent more. A stream that may be cut off has no end.
        reset = true;
        throw new SocketException("Connection reset");
      }
      return end;
    }
  }

  private boolean isEndKnown() {
    return closed
        || shut
        || wire.isBroken()
        || bond == Bond.RETRACTED
        || talk.peerSwitchedAt() >= 0
        || talk.hasPeerFinished();
  }

  @Override
  public void endedOnTcp() {
    synchronized (wire) {
      talk.teller().addFlags(Flags.FINISHED);
    }
  }

  @Override
  public void awaitSwitchOnTcp() {
    talk.readerOnTcp(true);
  }

  @Override
  public void awaitedSwitchOnTcp() {
    talk.readerOnTcp(false);
  }

  @Override
  public void send(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int to = offset + length;
    while (from < to) {
      int n = claim(to - from, from > offset);
      if (n < 0) {
        return; // it vanishes, as TCP lets it
      }
      if (n == 0) {
        awaitRoom(this::mayStopWaitingForRoom);
        continue;
      }
      talk.outflow().stage(bytes, from, n);
      synchronized (wire) {
        if (closed || finished) {
          wire.unclaim(); // the peer has been told that nothing comes
          refuse();
        }
        talk.outflow().post(wire, n);
        talk.afterWrite();
      }
      from += n;
    }
  }

  /** How many bytes there are room and slots for, which are claimed; 0 if none, -1 to vanish. */
  private int claim(int wanted, boolean begun) throws IOException {
    synchronized (wire) {
      if (closed || finished) {
        refuse();
      }
      if (peer.isOver() || wire.isBroken()) {
        talk.advance();
        peer.write(begun);
        return -1;
      }
      if (!canSend()) {
        talk.advance();
        if (!canSend()) {
          return 0;
        }
      }
      wire.claim();
      return talk.outflow().room(wanted);
    }
  }

  private boolean canSend() {
    return wire.mayWrite() && talk.outflow().room(1) > 0;
  }

  private void refuse() throws SocketException {
    throw new SocketException(closed ? "Socket closed" : "Broken pipe");
  }

  private boolean mayStopWaitingForRoom() {
    return closed || finished || peer.isOver() || wire.isBroken() || canSend();
  }

  private void awaitRoom(Condition enough) throws IOException {
    if (spins(writerSpin, enough)) {
      return;
    }
    boolean interrupted = Interrupts.take();
    Waiter writer = talk.writer();
    writer.begin();
    try {
      while (!isSo(enough)) {
        writer.park(LONGEST_SLEEP_NANOS);
        interrupted |= Interrupts.take();
      }
    } finally {
      writer.end();
      Interrupts.restore(interrupted);
    }
  }

  /** Something that is asked with the wire's monitor held. */
  @FunctionalInterface
  private interface Condition {
    boolean holds();
  }

  private boolean spins(MemorySpin spin, Condition condition) {
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        synchronized (wire) {
          talk.advance();
          found = condition.holds();
        }
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /** The last look before sleeping: what comes after it tells of itself. */
  private boolean isSo(Condition condition) {
    synchronized (wire) {
      if (!condition.holds()) {
        wire.arm();
        talk.advance();
      }
      return condition.holds();
    }
  }

  @Override
  public void sendUrgent(int data) throws IOException {
    try {
      while (!trySendUrgent(data)) {
        awaitRoom(this::mayStopWaitingForSlot);
      }
    } catch (SocketException e) {
      if (closed) {
        throw e;
      }
      // What the JDK throws here is no SocketException.
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Whether the receiver has it to judge, or nobody ever will. */
  private boolean trySendUrgent(int data) throws IOException {
    synchronized (wire) {
      if (closed || finished) {
        refuse();
      }
      talk.advance();
      if (peer.isOver() || wire.isBroken()) {
        peer.write(false);
        return true;
      }
      if (!wire.mayTell()) {
        return false;
      }
      talk.teller().urgent(data);
      return true;
    }
  }

  private boolean mayStopWaitingForSlot() {
    return closed || finished || peer.isOver() || wire.isBroken() || wire.mayTell();
  }

  @Override
  public int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    Deadline deadline = null;
    while (true) {
      synchronized (wire) {
        if (closed) {
          throw new SocketException("Socket closed");
        }
        if (reset) {
          throw new SocketException("Connection reset");
        }
        if (shut) {
          return -1;
        }
        int n = take(bytes, offset, length);
        if (n != 0) {
          return n;
        }
      }
      if (spins(readerSpin, this::mayStopReading)) {
        continue;
      }
      if (deadline == null) {
        deadline = Deadline.in(timeoutMillis);
      }
      sleepForBytes(deadline);
    }
  }

  /** How many bytes could be taken, 0 if none are there, -1 at the end. */
  private int take(byte[] bytes, int offset, int length) throws SocketException {
    Inflow inflow = talk.inflow();
    int n = inflow.take(bytes, offset, length);
    if (n == 0) {
      talk.advance();
      n = inflow.take(bytes, offset, length);
    }
    if (n > 0) {
      talk.teller().flush();
      return n;
    }
    if (!talk.hasPeerFinished() && !wire.isBroken()) {
      return 0;
    }
    // All there will ever be was looked for after that was known.
    if (!talk.hasPeerFinished()) {
      peer.lost();
    }
    try {
      peer.read();
    } catch (SocketException e) {
      reset = true;
      throw e;
    }
    return -1;
  }

  private boolean mayStopReading() {
    return closed
        || shut
        || wire.isBroken()
        || talk.inflow().available() > 0
        || talk.hasPeerFinished();
  }

  private void sleepForBytes(Deadline deadline) throws IOException {
    boolean interrupted = Interrupts.take();
    Waiter reader = talk.reader();
    reader.begin();
    try {
      while (!isSo(this::mayStopReading)) {
        reader.park(deadline.remainingNanos());
        interrupted |= Interrupts.take();
      }
    } finally {
      reader.end();
      Interrupts.restore(interrupted);
    }
  }

  @Override
  public boolean tellReset() {
    return peer.tellReset();
  }

  @Override
  public int available() {
    synchronized (wire) {
      talk.advance();
      return shut || closed ? 0 : (int) Math.min(talk.inflow().available(), Integer.MAX_VALUE);
    }
  }

  @Override
  public void shutdownOutput() {
    synchronized (wire) {
      if (!finished) {
        finished = true;
        talk.teller().addFlags(Flags.FINISHED);
        talk.writer().wake();
      }
    }
  }

  @Override
  public void shutdownInput() {
    synchronized (wire) {
      shut = true;
      talk.reader().wake();
    }
  }

  @Override
  public void buffers(int send, int receive) {
    synchronized (wire) {
      talk.buffers(send, receive);
    }
  }

  @Override
  public void urgentInline(boolean inline) {
    synchronized (wire) {
      if (inline) {
        talk.teller().addFlags(Flags.URGENT_INLINE);
      } else {
        talk.teller().removeFlags(Flags.URGENT_INLINE);
      }
    }
  }

  @Override
  public void close(boolean resetPeer) {
    if (talk.isReset()) {
      // The peer may not have noticed, and must not take the end of TCP for that of the stream.
      tcp.resetAtClose();
    }
    synchronized (wire) {
      if (closed) {
        return;
      }
      closed = true;
      finished = true;
      talk.doorbell().close();
      talk.teller()
          .addFlags(
              Flags.FINISHED
                  | Flags.CLOSED
                  | (resetPeer ? Flags.RESET : 0)
                  | (talk.inflow().available() > 0 ? Flags.UNREAD : 0));
      talk.reader().wake();
      talk.writer().wake();
    }
  }

  @Override
  public void release() {
    synchronized (wire) {
      if (released) {
        return;
      }
      released = true;
    }
    reactor.execute(() -> reactor.drain(this));
  }

  /** The application has forgotten its socket. */
  void abandoned() {
    if (bond == Bond.RETRACTED) {
      return; // the connection goes on without it
    }
    close(false);
    try {
      // Reachable from here, and so out of reach of the JDK's own cleaner.
      tcp.close();
    } catch (IOException e) {
      Log.debug("not closed: " + Log.describe(e));
    }
    release();
  }
}
