package jfs.rdma.stream;

import java.net.SocketException;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportStream;
import jfs.rdma.verbs.QueuePair;

/**
 * One end of an RDMA connection, as all threads see it. Each method is one whole step, and none
 * blocks. So the endpoint can be destroyed at any time: a thread that comes later finds it
 * {@linkplain #isBroken broken}.
 *
 * <p>Threads: one at a time sends and waits for room, and one receives and waits for bytes. The
 * public methods are for the reactor's thread; any thread may call the rest.
 *
 * <p>Its lock guards the whole state of the connection: the queue pair and its slots, both rings
 * and the bytes outside them, the control messages, what is known of the peer, whether the pair is
 * committed, and which directions the program has ended. Volatile parts of it are written with the
 * lock held, and read by any thread. Only the bytes of the staging ring are written without it, by
 * the one sending thread, in slots that it has claimed.
 *
 * <p>A thread that holds the lock may take the monitors of {@link SpillMemory}, {@link Doorbell}
 * and {@link jfs.core.tcp.PeerEnding}, beneath which no thread takes another one. It takes no lock
 * of the socket: what shuts or closes TCP comes after the step.
 */
public final class RdmaConnection {

  private final Object lock = new Object();
  private final RdmaConnectionState state;
  private final ConnectionUpkeep upkeep;
  private final RdmaSender sender;
  private final RdmaReceiver receiver;
  private final Commitment commitment;
  private final QueuePair queuePair;

  RdmaConnection(RdmaConnectionState state) {
    this.state = state;
    upkeep = new ConnectionUpkeep(state);
    sender = new RdmaSender(state);
    receiver = new RdmaReceiver(state);
    commitment = state.commitment();
    queuePair = state.queuePair();
  }

  /**
   * Sends as many bytes as there is room for now.
   *
   * @param length one at least
   * @return how many were sent; 0 if there is no room, -1 if the peer receives no more: {@link
   *     jfs.core.tcp.PeerEnding#write} decides what becomes of them
   * @throws SocketException if this end was closed or shut down
   */
  int trySend(byte[] bytes, int offset, int length) throws SocketException {
    int n;
    synchronized (lock) {
      n = sender.claim(length);
    }
    if (n > 0) {
      state.outflow().stage(bytes, offset, n);
      synchronized (lock) {
        sender.post(n);
      }
    }
    return n;
  }

  /** Sends a byte of urgent data. Returns whether it was sent, or is to vanish. */
  boolean trySendUrgent(int data) throws SocketException {
    synchronized (lock) {
      return sender.trySendUrgent(data);
    }
  }

  /** As {@link Transport#announceSwitch}. */
  boolean switchAt(long bytes) throws SocketException {
    synchronized (lock) {
      return sender.switchAt(bytes);
    }
  }

  /**
   * Takes the bytes that are there.
   *
   * @return how many; 0 if there are none, -1 at the end
   * @throws SocketException if this end was closed, or the connection was reset
   */
  int tryReceive(byte[] bytes, int offset, int length) throws SocketException {
    synchronized (lock) {
      return receiver.tryReceive(bytes, offset, length);
    }
  }

  /** As {@link TransportStream#available}. */
  int available() {
    synchronized (lock) {
      return receiver.available();
    }
  }

  /** TCP has ended: asks the peer for a sign of life, since one that has died says nothing. */
  void probeForEnd() throws SocketException {
    synchronized (lock) {
      receiver.probeForEnd();
    }
  }

  /** As {@link Transport#awaitEnd}, after the wait. */
  long endOfTcp() throws SocketException {
    synchronized (lock) {
      return receiver.endOfTcp();
    }
  }

  /** Polls once; returns whether it has come. */
  boolean poll(Awaited what) {
    synchronized (lock) {
      state.advance();
      return isThere(what);
    }
  }

  /**
   * The last look before a sleep: arms the queue and polls once more, so that what comes later
   * raises an event. Returns whether it has come.
   */
  boolean lastLook(Awaited what) {
    synchronized (lock) {
      if (!isThere(what)) {
        queuePair.arm();
        state.advanceAll();
        // The peer may wait as well, for room in this end's ring.
        state.spill();
      }
      return isThere(what);
    }
  }

  /**
   * Has {@link jfs.core.transport.Anchor#changed} called once it may have come; false if it has.
   */
  boolean arm(Awaited what) {
    synchronized (lock) {
      if (lastLook(what)) {
        return false;
      }
      // After that look, which would tell this selector at once; the lock keeps other threads' out.
      (what == Awaited.BYTES ? state.reader() : state.writer()).select();
      return true;
    }
  }

  /** No switch: the compiler makes a class of its own for one. */
  private boolean isThere(Awaited what) {
    if (what == Awaited.BYTES) {
      return receiver.mayStopReading();
    }
    if (what == Awaited.ROOM) {
      return sender.mayStopWaitingForRoom();
    }
    if (what == Awaited.SLOT) {
      return sender.mayStopWaitingForSlot();
    }
    return what == Awaited.END ? receiver.isEndKnown() : sender.hasArrived();
  }

  /** Ends the sending direction; returns whether both have ended now, so that TCP is to end. */
  boolean shutdownOutput() {
    synchronized (lock) {
      sender.finish();
      return closesIfShut();
    }
  }

  /** Ends the receiving direction, likewise. */
  boolean shutdownInput() {
    synchronized (lock) {
      receiver.shut();
      return closesIfShut();
    }
  }

  /** The sending direction ends on TCP; likewise. */
  boolean endsOnTcp() {
    synchronized (lock) {
      sender.endsOnTcp();
      return closesIfShut();
    }
  }

  private boolean closesIfShut() {
    return receiver.isShut() && sender.closesIfFinished();
  }

  /** As {@link TransportStream#close}. */
  void close(boolean resetPeer, boolean unreadOnTcp) {
    synchronized (lock) {
      if (!sender.isClosed()) {
        sender.close(resetPeer, unreadOnTcp || state.inflow().available() > 0);
        receiver.close();
      }
    }
  }

  boolean isClosed() {
    synchronized (lock) {
      return sender.isClosed();
    }
  }

  /** As {@link TransportStream#socketOptions}. */
  void socketOptions(int sendBuffer, int receiveBuffer, boolean urgentInline) {
    synchronized (lock) {
      state.socketOptions(sendBuffer, receiveBuffer, urgentInline);
    }
  }

  /** As {@link TransportStream#keepAliveAsked}. */
  void keepAliveAsked() {
    synchronized (lock) {
      state.tcp().giveBack();
    }
  }

  /**
   * Sends this end's proof, before all else; the acceptor sends nothing before it has the client's.
   */
  public void prove(byte[] proof) {
    synchronized (lock) {
      if (queuePair.mayTell()) {
        queuePair.send(Message.ofProof(proof));
      }
    }
  }

  /** The transport is installed: this end follows if the peer switches. */
  public void installed() {
    synchronized (lock) {
      commitment.installed();
    }
  }

  /** Queues the acceptor's HELLO before any other message. */
  public void greet() {
    synchronized (lock) {
      state.controlSender().hello();
    }
  }

  /**
   * Commits the pair as the client, which decides so for both ends, and queues HELLO before any
   * other message; not on a queue pair that has broken.
   */
  public boolean commit() {
    synchronized (lock) {
      boolean committed = !queuePair.isBroken() && commitment.commit();
      if (committed) {
        state.controlSender().hello();
      }
      return committed;
    }
  }

  /** As {@link Transport#abort}. */
  boolean abort() {
    synchronized (lock) {
      return commitment.isDecider() ? state.abandon() : commitment.hasAborted();
    }
  }

  /**
   * Aborts; for an acceptor as well, since the peer is gone and no decision will come. False if
   * committed.
   */
  public boolean abandon() {
    synchronized (lock) {
      return state.abandon();
    }
  }

  /** Whether this end has committed; that is final. */
  public boolean hasCommitted() {
    return commitment.hasCommitted();
  }

  /** Whether nothing can be sent any more, and nothing will come. */
  public boolean isBroken() {
    return queuePair.isBroken();
  }

  /** What the peer has said before the commit. */
  public Handshake handshake() {
    return state.handshake();
  }

  /** The event for which the queue was armed has come. */
  public void disarmed() {
    synchronized (lock) {
      queuePair.disarmed();
    }
  }

  /**
   * Polls until nothing more is there.
   *
   * @param arm whether to arm the queue; it is armed anyhow if the pair is not committed or a
   *     thread of it still sleeps
   * @return see {@link LookResult}
   */
  public int look(boolean arm) {
    synchronized (lock) {
      return upkeep.look(arm);
    }
  }

  /** Looks whether threads poll it; see {@link LookResult}. */
  public int sweep() {
    synchronized (lock) {
      return upkeep.sweep();
    }
  }

  /**
   * Called every half second: asks for a sign of life, and breaks the queue pair of a peer that has
   * been silent for too long, or whose TCP is over.
   *
   * @param idle whether to ask where nothing is under way, and to look at TCP
   * @return whether the reactor is to look at it
   */
  public boolean tick(boolean idle) {
    synchronized (lock) {
      return upkeep.tick(idle) || (idle && commitment.hasCommitted() && upkeep.watchTcp());
    }
  }

  /**
   * Whether a pair that is over, or is to be given up, is committed: the peer may have committed
   * it, and its HELLO is found only now. A client commits no pair that is over.
   */
  public boolean isCommittedAfterAll() {
    synchronized (lock) {
      return upkeep.isCommittedAfterAll();
    }
  }

  /**
   * The peer has ended the connection, or has died; what it sent before can still be polled.
   *
   * @return {@link #isCommittedAfterAll}
   */
  public boolean peerEnds() {
    synchronized (lock) {
      return upkeep.peerEnds();
    }
  }

  /**
   * The device has failed, or is being removed.
   *
   * @return {@link #isCommittedAfterAll}
   */
  public boolean deviceFails() {
    synchronized (lock) {
      return upkeep.deviceFails();
    }
  }

  /** Breaks it for an error of this JVM's, with words for the log; idempotent. */
  public void breakOff(String why) {
    synchronized (lock) {
      queuePair.giveUp(why);
    }
  }

  /** The process is ending: later writes are to arrive as well, so their threads wait for that. */
  public void processEnds() {
    synchronized (lock) {
      sender.ending();
    }
  }

  /** Whether the process is ending. */
  boolean isEnding() {
    return sender.isEnding();
  }

  /** Whether all writes and control messages are in the peer's memory, or never will be. */
  public boolean hasDrained() {
    synchronized (lock) {
      return state.hasDrained();
    }
  }

  /** Destroys it, and the bytes that were not read. For the reactor's thread; idempotent. */
  public void destroy() {
    synchronized (lock) {
      upkeep.destroy();
    }
  }
}
