package jfs.shm;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.net.SocketException;
import jfs.core.config.Log;
import jfs.core.ring.ControlBlock;
import jfs.core.runtime.Cleaning;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportKind;

/**
 * One end of a connection that goes through shared memory.
 *
 * <p>Which thread touches the shared memory when, matters more than anything else here: it is used
 * again for another connection once both ends have {@linkplain #release released} it. Senders and
 * receivers are inside under the locks of their directions, without which nothing is released; all
 * else looks at {@link #gone} under this object's monitor, which is never held while blocking.
 */
final class ShmTransport implements Transport {

  private final Link link;
  private final int id;
  private final Entry entry;
  private final Outgoing outgoing;
  private final boolean offerer;

  /** Set before the transport is installed, so before any other thread sees it. */
  private Incoming incoming;

  private int peerId;
  private ControlBlock bond;

  /** What a bond once decided stays; spares looking at the shared memory. */
  private volatile boolean bound;

  /** The memory is not this transport's any more. Guarded by the monitor. */
  private boolean gone;

  /** The books: whether the memory may be used again. The exchange's thread's own. */
  private boolean left;

  private boolean peerLeft;

  /** Ends it when the application forgets its socket. */
  private Cleaner.Cleanable cleanable;

  ShmTransport(Link link, int id, Entry entry, Outgoing outgoing, boolean offerer) {
    this.link = link;
    this.id = id;
    this.entry = entry;
    this.outgoing = outgoing;
    this.offerer = offerer;
  }

  /** Joins the other direction to it, once the peer's memory is known. */
  void complete(int newPeerId, Incoming newIncoming) {
    peerId = newPeerId;
    incoming = newIncoming;
    bond = offerer ? outgoing.control() : newIncoming.control();
  }

  int id() {
    return id;
  }

  int peerId() {
    return peerId;
  }

  boolean isComplete() {
    return incoming != null;
  }

  /** Whether it was offered to, or agreed on with, the JVM at the other side of this link. */
  boolean isWith(Link other) {
    return link.peerName().equals(other.peerName()); // this JVM's own link has two objects
  }

  /**
   * Whether it has grown, as far as this end has seen: then its memory is given back at once. Any
   * thread may call; it touches none of the memory.
   */
  boolean holdsMuch() {
    return outgoing.ring().chunkSize() > Outgoing.FIRST_CHUNK
        || (incoming != null && incoming.hasGrown());
  }

  Outgoing outgoing() {
    return outgoing;
  }

  Entry entry() {
    return entry;
  }

  /** Has it closed when its end is collected. */
  void ownedBy(PairingEnd end) {
    cleanable = Cleaning.register(end, this::abandoned);
  }

  private void abandoned() {
    if (isGone()) {
      return; // it was left before, maybe by a connection that goes on without it
    }
    close(false, false);
    try {
      // Reachable from here, and so out of reach of the JDK's own cleaner.
      outgoing.sleeper().tcp().close();
    } catch (IOException e) {
      Log.debug("not closed: " + Log.describe(e));
    }
    release();
  }

  /** This end has left, as the peer is to be told; false if that was said before. */
  boolean leaveOnce() {
    if (left) {
      return false;
    }
    left = true;
    if (cleanable != null) {
      cleanable.clean();
    }
    return true;
  }

  boolean hasLeft() {
    return left;
  }

  void peerLeft() {
    peerLeft = true;
  }

  boolean hasPeerLeft() {
    return peerLeft;
  }

  synchronized boolean isGone() {
    return gone;
  }

  @Override
  public TransportKind kind() {
    return TransportKind.SHM;
  }

  @Override
  public boolean isBound() {
    if (bound) {
      return true;
    }
    synchronized (this) {
      if (!gone && bond.bond() == ControlBlock.BOUND) {
        bound = true;
      }
      return bound;
    }
  }

  /** Binds both ends; the offerer's to do, once this end follows the peer's switch. */
  synchronized boolean bind() {
    bound = !gone && bond.decideBond(ControlBlock.BOUND);
    return bound;
  }

  @Override
  public boolean retract() {
    synchronized (this) {
      if (bound) {
        return false;
      }
      if (!gone) {
        ControlBlock deciding = bond == null ? outgoing.control() : bond;
        if (!deciding.decideBond(ControlBlock.RETRACTED) && deciding.bond() == ControlBlock.BOUND) {
          bound = true;
          return false;
        }
        gone = true;
      }
    }
    link.leave(this);
    return true;
  }

  @Override
  public boolean announceSwitch(long bytes) throws IOException {
    if (isGone()) {
      // It was closed and left; under the direction's lock, that can't happen from here on.
      throw new SocketException("Socket closed");
    }
    return outgoing.announceSwitch(bytes);
  }

  @Override
  public synchronized long peerSwitchedAt() {
    return gone ? -1 : incoming.control().switchedAt();
  }

  /** The peer has switched over in shared memory, if it has, before it ended TCP. */
  @Override
  public synchronized long awaitEnd(long received) throws SocketException {
    long end = peerSwitchedAt();
    if (end != received && !gone && isBound() && incoming.isResetByDeath()) {
      throw new SocketException("Connection reset");
    }
    return end;
  }

  @Override
  public synchronized void endsOnTcp() {
    if (!gone) {
      outgoing.endsOnTcp();
      shut();
    }
  }

  /**
   * An end that neither sends nor receives any more is closed, for its peer: the kernel answers
   * what still comes by a reset, which writers hear of after their next write.
   */
  private void shut() {
    if (outgoing.hasFinished() && incoming.isShut()) {
      incoming.refuses();
    }
  }

  @Override
  public void readsTcp(long received) {
    // The bytes that were announced wake it.
  }

  @Override
  public void hasReadTcp() {
    // as above
  }

  /** No more than the peer has rung, once it has said how many those are. */
  private synchronized int stillComing(int owed) {
    return gone ? 0 : incoming.wakeUps(owed);
  }

  @Override
  public int wakeUpsOwed() {
    int owed = incoming.doorbells().owed();
    return owed <= 0 ? owed : stillComing(owed);
  }

  @Override
  public void send(byte[] bytes, int offset, int length) throws IOException {
    outgoing.send(bytes, offset, length);
  }

  @Override
  public void sendUrgent(int data) throws IOException {
    outgoing.sendUrgent(data);
  }

  @Override
  public int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    return incoming.receive(bytes, offset, length, timeoutMillis);
  }

  @Override
  public void readBeyondSwitch(byte[] bytes, int offset, int length) {
    incoming.readBeyondSwitch(bytes, offset, length);
  }

  @Override
  public boolean tellReset() {
    return outgoing.peer().tellReset();
  }

  @Override
  public synchronized int available(int beforeSwitch) throws IOException {
    return gone ? 0 : incoming.available(beforeSwitch);
  }

  @Override
  public synchronized void shutdownOutput() throws IOException {
    if (!gone) {
      outgoing.finish();
      shut();
    }
  }

  @Override
  public synchronized void shutdownInput() {
    if (!gone) {
      incoming.shutdown();
      shut();
    }
  }

  @Override
  public synchronized void buffers(int send, int receive) {
    if (!gone) {
      outgoing.sendBuffer(send);
      incoming.control().receiveBuffer(receive);
    }
  }

  @Override
  public synchronized void urgentInline(boolean inline) {
    if (!gone) {
      incoming.control().urgentInline(inline);
    }
  }

  @Override
  public synchronized void close(boolean reset, boolean unreadOnTcp) {
    if (!gone) {
      // Before the peer hears of it, in either direction: it may answer by a close of its own.
      outgoing.closes();
      // An end of file came before a reset: with the kernel, a reader is told of that alone then,
      // and all writes fail.
      boolean ended = reset && outgoing.hasFinished();
      // The reset first: a reader at the end of the stream is to find it.
      incoming.close(reset && !ended, unreadOnTcp || ended);
      outgoing.close();
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
    link.leave(this);
  }

  /** The peer's JVM has gone, or has lost the link: nobody will ever wake us. */
  synchronized void lost() {
    if (!gone) {
      outgoing.lost();
      if (incoming != null) {
        incoming.lost();
      }
    }
  }
}
