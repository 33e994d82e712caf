package jfs.shm.stream;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.RingSender;
import jfs.core.runtime.LackOfMemory;
import jfs.core.tcp.Flags;
import jfs.core.transport.FirstUse;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportReceiver;
import jfs.core.transport.TransportSender;
import jfs.core.transport.TransportStream;
import jfs.core.wait.Futex;
import jfs.shm.memory.OwnMemory;
import jfs.shm.memory.PeerMemory;

/**
 * One end of a connection that goes through shared memory.
 *
 * <p>The main point here is which thread touches the shared memory when: another connection uses it
 * once both ends have {@linkplain #release released} it. Senders and receivers touch it under the
 * locks of their directions, and without these locks nothing is released. All other code looks at
 * {@link #gone} under this object's monitor, which no thread holds while it blocks.
 */
public final class ShmTransport implements Transport, TransportStream {

  private final PairOwner owner;
  private final BlockingShmSender sender;
  private final boolean offerer;

  /** Set before the transport is installed, so before any other thread sees it. */
  private BlockingShmReceiver receiver;

  /** Where the decision is. Set with the receiver. */
  private ControlBlock decision;

  /** A copy of the decision once the pair is committed; saves looking at the shared memory. */
  private volatile boolean committed;

  /** The memory is not this transport's any more. Guarded by the monitor. */
  private boolean gone;

  ShmTransport(PairOwner owner, BlockingShmSender sender, boolean offerer) {
    this.owner = owner;
    this.sender = sender;
    this.offerer = offerer;
  }

  /**
   * Makes this end's half of a pair.
   *
   * @param memory of its sending direction, in which nothing has begun
   * @param futex null unless threads of both JVMs can be woken by it
   * @param eventFds those of the link
   * @param mayPoll whether a thread may poll for a thread of the peer
   * @param offerer whether this end offers the pair, and so commits it
   */
  public static ShmTransport of(
      PairOwner owner,
      PairingEnd end,
      OwnMemory memory,
      Futex futex,
      EventFds eventFds,
      boolean mayPoll,
      boolean offerer) {
    Preference preference = end.preference();
    Sleeper sleeper = new Sleeper(end.anchor(), futex, eventFds, mayPoll, preference);
    BlockingShmSender sender =
        new BlockingShmSender(
            memory.control(),
            new RingSender(memory.control(), memory.first(), memory.arena()),
            sleeper,
            preference == Preference.BANDWIDTH,
            owner);
    return new ShmTransport(owner, sender, offerer);
  }

  /**
   * Uses once what a program's thread first needs while it reads or writes: there may be no memory
   * to load it then. The thread that makes pairs calls this.
   *
   * @param scratch direct memory that nothing else uses, and that is 0
   */
  public static void useOnce(ByteBuffer scratch) {
    FirstUse.of(Naps.class);
    Sleeper.useOnce(scratch);
  }

  /** Adds the receiving direction, once the peer's memory is known. */
  public void complete(PeerMemory memory) {
    ControlBlock control = memory.control();
    complete(
        new BlockingShmReceiver(
            control,
            new RingReceiver(control, memory.chunk()),
            sender.sleeper(),
            sender.peer(),
            owner));
  }

  void complete(BlockingShmReceiver newReceiver) {
    receiver = newReceiver;
    decision = offerer ? sender.control() : receiver.control();
  }

  /** Whether the receiving direction is there. */
  public boolean isComplete() {
    return receiver != null;
  }

  /**
   * Whether it has grown, as far as this end has seen: then its memory is given back at once. Any
   * thread may call; this touches no shared memory.
   */
  public boolean holdsMuch() {
    return sender.hasGrown() || (receiver != null && receiver.hasGrown());
  }

  /** The connection was forgotten by its program: closes what this end has not left yet. */
  public void abandon() {
    if (isGone()) {
      return; // this end has left it, maybe for a connection that goes on without it
    }
    close(false, false);
    // Reachable from here, so the JDK's own cleaner does not close it.
    sender.sleeper().tcp().close();
    release();
  }

  /**
   * Gives the chunks of the sending direction back. Both ends must have left for good. Fails if
   * there is no heap for that; the caller may call again.
   */
  public void freeChunks() {
    sender.ring().free();
  }

  /** Whether this end does not touch the memory any more. */
  public synchronized boolean isGone() {
    return gone;
  }

  @Override
  public TransportStream stream() {
    return this;
  }

  @Override
  public boolean isCommitted() {
    if (committed) {
      return true;
    }
    synchronized (this) {
      if (!gone && decision.decision() == ControlBlock.COMMITTED) {
        committed = true;
      }
      return committed;
    }
  }

  /** Commits the pair; only the offerer calls this, once its end follows the peer's switch. */
  public synchronized boolean commit() {
    committed = !gone && decision.decide(ControlBlock.COMMITTED);
    return committed;
  }

  @Override
  public boolean abort() {
    try {
      if (!decidesToAbort()) {
        return false;
      }
    } catch (InternalError e) {
      if (LackOfMemory.isCauseOf(e)) {
        throw e;
      }
      return leaveUndecided(); // a fault: the program closes or half-closes, and goes on
    }
    owner.leave();
    return true;
  }

  /** Aborts the pair, unless it is committed; then this returns false. */
  private synchronized boolean decidesToAbort() {
    if (committed) {
      return false;
    }
    if (!gone) {
      ControlBlock deciding = decision == null ? sender.control() : decision;
      if (!deciding.decide(ControlBlock.ABORTED) && deciding.decision() == ControlBlock.COMMITTED) {
        committed = true;
        return false;
      }
      gone = true;
    }
    return true;
  }

  /**
   * A thread leaves a pair that it can't decide, since the peer has cut its memory off; not if the
   * pair is committed. Returns whether this end has left.
   */
  public boolean leaveUndecided() {
    synchronized (this) {
      if (committed) {
        return false;
      }
      gone = true;
    }
    owner.leave();
    return true;
  }

  @Override
  public boolean announceSwitch(long bytes) throws IOException {
    if (isGone()) {
      // It was closed and left. From here on that cannot happen: the caller holds the direction's
      // lock.
      throw new SocketException("Socket closed");
    }
    return sender.announceSwitch(bytes);
  }

  /**
   * A peer may switch once the pair is committed. What it says before that is not believed: a
   * reader that followed it would wait for a peer that may have left.
   */
  @Override
  public synchronized long peerSwitchedAt() {
    // First this and then the decision: a peer that has seen the commit announces after it.
    long bytes = gone ? -1 : receiver.control().switchedAt();
    return bytes < 0 || isCommitted() ? bytes : -1;
  }

  /** Does not wait: a peer that has switched announced it in shared memory before it ended TCP. */
  @Override
  public synchronized long awaitEnd(long received) throws SocketException {
    long end = peerSwitchedAt();
    if (end != received && !gone && isCommitted() && receiver.isResetByDeath()) {
      throw new SocketException("Connection reset");
    }
    return end;
  }

  @Override
  public synchronized void endsOnTcp() {
    if (!gone) {
      sender.endsOnTcp();
      shut();
    }
  }

  /** For its peer, an end that neither sends nor receives is closed: see {@link Flags}. */
  private void shut() {
    if (sender.hasFinished() && receiver.isShut()) {
      receiver.refuses();
    }
  }

  /** Limits owed doorbells to those that the peer has rung, once it has said how many. */
  private synchronized int stillComing(int owed) {
    return gone ? 0 : receiver.tcp().doorbellsAmong(owed);
  }

  @Override
  public int doorbellsOwed() {
    int owed = receiver.tcp().doorbells().owed();
    return owed <= 0 ? owed : stillComing(owed);
  }

  @Override
  public void readsDoorbells() {
    receiver.tcp().readBegins();
  }

  @Override
  public void readNoDoorbell() {
    receiver.tcp().readEnds();
  }

  @Override
  public TransportSender sender() {
    return sender;
  }

  @Override
  public TransportReceiver receiver() {
    return receiver;
  }

  @Override
  public void readBeyondSwitch(byte[] bytes, int offset, int length) {
    receiver.readBeyondSwitch(bytes, offset, length);
  }

  @Override
  public boolean tellReset() {
    return sender.peer().tellReset();
  }

  @Override
  public synchronized int available(int beforeSwitch) throws IOException {
    return gone ? 0 : receiver.available(beforeSwitch);
  }

  @Override
  public synchronized void shutdownOutput() throws IOException {
    if (!gone) {
      sender.finish();
      shut();
    }
  }

  @Override
  public synchronized void shutdownInput() {
    if (!gone) {
      receiver.shutdown();
      shut();
    }
  }

  @Override
  public synchronized void socketOptions(int send, int receive, boolean urgentInline) {
    if (!gone) {
      sender.sendBuffer(send);
      receiver.control().receiveBuffer(receive);
      receiver.control().urgentInline(urgentInline);
    }
  }

  @Override
  public synchronized void close(boolean reset, boolean unreadOnTcp) {
    if (!gone) {
      // Before the peer learns of it in either direction, since it may answer with its own close.
      sender.closes();
      // After a half-close the end of file comes before the reset. As with the kernel, a reader
      // then sees only the end of file, and all writes fail.
      boolean ended = reset && sender.hasFinished();
      // The reset first, so that a reader at the end of the stream finds it.
      receiver.close(reset && !ended, unreadOnTcp || ended);
      sender.close();
    }
  }

  @Override
  public void release() {
    synchronized (this) {
      if (gone) {
        return;
      }
      gone = true;
    }
    owner.leave();
  }

  /**
   * The peer's JVM has gone, or has lost the link: no thread of it will wake this end's any more.
   */
  public synchronized void lost() {
    if (!gone) {
      sender.lost();
      if (receiver != null) {
        receiver.lost();
      }
    }
  }
}
