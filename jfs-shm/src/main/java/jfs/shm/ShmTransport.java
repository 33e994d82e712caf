package jfs.shm;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.net.SocketException;
import jfs.core.config.Log;
import jfs.core.ring.ControlBlock;
import jfs.core.runtime.Cleaning;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportStream;
import jfs.shm.memory.ChunkSizes;

/**
 * One end of a connection that goes through shared memory.
 *
 * <p>The main point here is which thread touches the shared memory when: another connection uses it
 * once both ends have {@linkplain #release released} it. Senders and receivers touch it under the
 * locks of their directions, and without these locks nothing is released. All other code looks at
 * {@link #gone} under this object's monitor, which no thread holds while it blocks.
 */
final class ShmTransport implements Transport, TransportStream {

  private final PeerLink link;
  private final int id;
  private final ShmEndpoint endpoint;
  private final ShmSender sender;
  private final boolean offerer;

  /** Set before the transport is installed, so before any other thread sees it. */
  private ShmReceiver receiver;

  private int peerId;
  private ControlBlock decision;

  /** A copy of the decision once the pair is committed; saves looking at the shared memory. */
  private volatile boolean committed;

  /** The memory is not this transport's any more. Guarded by the monitor. */
  private boolean gone;

  /**
   * Whether this end has left: once both have, the memory is free. Used by the manager's thread
   * alone.
   */
  private boolean left;

  private boolean peerLeft;

  /** Closes this when the application forgets its socket. */
  private Cleaner.Cleanable cleanable;

  ShmTransport(PeerLink link, int id, ShmEndpoint endpoint, ShmSender sender, boolean offerer) {
    this.link = link;
    this.id = id;
    this.endpoint = endpoint;
    this.sender = sender;
    this.offerer = offerer;
  }

  /** Adds the receiving direction, once the peer's memory is known. */
  void complete(int newPeerId, ShmReceiver newIncoming) {
    peerId = newPeerId;
    receiver = newIncoming;
    decision = offerer ? sender.control() : newIncoming.control();
  }

  int id() {
    return id;
  }

  int peerId() {
    return peerId;
  }

  boolean isComplete() {
    return receiver != null;
  }

  /** Whether it was offered to, or agreed on with, the peer of this link. */
  boolean isWith(PeerLink other) {
    return link.peerName().equals(other.peerName()); // this JVM's own link has two objects
  }

  /**
   * Whether it has grown, as far as this end has seen: then its memory is given back at once. Any
   * thread may call; this touches no shared memory.
   */
  boolean holdsMuch() {
    return sender.ring().chunkSize() > ChunkSizes.FIRST
        || (receiver != null && receiver.hasGrown());
  }

  ShmSender sender() {
    return sender;
  }

  ShmEndpoint endpoint() {
    return endpoint;
  }

  /** Closes this when its end is collected. */
  void ownedBy(PairingEnd end) {
    cleanable = Cleaning.register(end, this::abandoned);
  }

  private void abandoned() {
    if (isGone()) {
      return; // this end has left it, maybe for a connection that goes on without it
    }
    close(false, false);
    try {
      // It is reachable from here, so the JDK's own cleaner does not close it.
      sender.sleeper().tcp().close();
    } catch (IOException e) {
      Log.debug("not closed: " + Log.describe(e));
    }
    release();
  }

  /** Notes that this end has left; false if it had left before. */
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
  synchronized boolean commit() {
    committed = !gone && decision.decide(ControlBlock.COMMITTED);
    return committed;
  }

  @Override
  public boolean abort() {
    synchronized (this) {
      if (committed) {
        return false;
      }
      if (!gone) {
        ControlBlock deciding = decision == null ? sender.control() : decision;
        if (!deciding.decide(ControlBlock.ABORTED)
            && deciding.decision() == ControlBlock.COMMITTED) {
          committed = true;
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
      // It was closed and left. From here on that cannot happen: the caller holds the direction's
      // lock.
      throw new SocketException("Socket closed");
    }
    return sender.announceSwitch(bytes);
  }

  @Override
  public synchronized long peerSwitchedAt() {
    return gone ? -1 : receiver.control().switchedAt();
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

  /**
   * An end that neither sends nor receives any more counts as closed for its peer: the kernel
   * resets what still comes, and writers learn of that after their next write.
   */
  private void shut() {
    if (sender.hasFinished() && receiver.isShut()) {
      receiver.refuses();
    }
  }

  /** Limits owed doorbells to those that the peer has rung, once it has said how many. */
  private synchronized int stillComing(int owed) {
    return gone ? 0 : receiver.wakeUps(owed);
  }

  @Override
  public int wakeUpsOwed() {
    int owed = receiver.doorbells().owed();
    return owed <= 0 ? owed : stillComing(owed);
  }

  @Override
  public void send(byte[] bytes, int offset, int length) throws IOException {
    sender.send(bytes, offset, length);
  }

  @Override
  public void sendUrgent(int data) throws IOException {
    sender.sendUrgent(data);
  }

  @Override
  public int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    return receiver.receive(bytes, offset, length, timeoutMillis);
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
    link.leave(this);
  }

  /**
   * The peer's JVM has gone, or has lost the link: no thread of it will wake this end's any more.
   */
  synchronized void lost() {
    if (!gone) {
      sender.lost();
      if (receiver != null) {
        receiver.lost();
      }
    }
  }
}
