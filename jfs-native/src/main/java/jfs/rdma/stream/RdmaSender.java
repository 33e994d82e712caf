package jfs.rdma.stream;

import java.net.SocketException;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.rdma.verbs.QueuePair;

/**
 * The sending direction of a connection; never blocks. Guarded by the lock of {@link
 * RdmaConnection}, but for what is said to be for all threads.
 */
final class RdmaSender {

  private final RdmaConnectionState state;
  private final QueuePair queuePair;
  private final Outflow outflow;
  private final ControlSender controlSender;
  private final PeerEnding peer;

  private boolean closed;
  private boolean finished;
  private volatile boolean ending;

  RdmaSender(RdmaConnectionState state) {
    this.state = state;
    queuePair = state.queuePair();
    outflow = state.outflow();
    controlSender = state.controlSender();
    peer = state.ending();
  }

  /**
   * Claims slots for one write, if there is room for a byte.
   *
   * @return how many bytes there is room for; 0 if none, -1 if the peer receives no more
   */
  int claim(int wanted) throws SocketException {
    checkOpen();
    if (peer.isOver() || queuePair.isBroken()) {
      state.advance();
      return -1;
    }
    if (!canSend()) {
      state.advance();
      if (!canSend()) {
        return 0;
      }
    }
    queuePair.claim();
    return outflow.room(wanted);
  }

  /** Sends so many bytes that were claimed and staged since. */
  void post(int length) throws SocketException {
    if (closed || finished) {
      queuePair.unclaim(); // the peer was told that no more bytes come
      checkOpen();
    }
    outflow.post(queuePair, length);
    if (ending) {
      controlSender.addFlags(Message.LAST);
    }
  }

  /** Sends a byte of urgent data. Returns whether it was sent, or is to vanish. */
  boolean trySendUrgent(int data) throws SocketException {
    checkOpen();
    state.advance();
    if (peer.isOver() || queuePair.isBroken()) {
      peer.write(false, 1);
      return true;
    }
    if (!queuePair.mayWrite()) {
      return false;
    }
    controlSender.urgent(data);
    return true;
  }

  private void checkOpen() throws SocketException {
    if (closed || finished) {
      throw new SocketException(closed ? "Socket closed" : "Broken pipe");
    }
  }

  /** As {@link jfs.core.transport.Transport#announceSwitch}. */
  boolean switchAt(long bytes) throws SocketException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
    // Stay on TCP: there the kernel of a peer that has closed answers, as without JFS.
    if (queuePair.isBroken() || (bytes >= 0 && peer.isOver())) {
      return false;
    }
    if (bytes >= 0) {
      state.doorbell().ready();
    }
    controlSender.switchAt(Math.max(bytes, Message.NOT_SWITCHED));
    return true;
  }

  private boolean canSend() {
    return queuePair.mayWrite() && outflow.room(1) > 0;
  }

  private boolean isOver() {
    return closed || finished || peer.isOver() || queuePair.isBroken();
  }

  /** Whether a thread that waits for room is to go on. */
  boolean mayStopWaitingForRoom() {
    return isOver() || canSend();
  }

  /** Whether a thread that waits for a slot is to go on. */
  boolean mayStopWaitingForSlot() {
    return isOver() || queuePair.mayWrite();
  }

  /** Whether all that was sent has arrived, or need not. */
  boolean hasArrived() {
    return closed || finished || state.hasDrained();
  }

  /** Ends the direction. */
  void finish() {
    if (!finished) {
      finished = true;
      controlSender.addFlags(Flags.FINISHED);
      state.writer().wake();
    }
  }

  /** The direction ends on TCP. */
  void endsOnTcp() {
    controlSender.addFlags(Flags.FINISHED);
  }

  /**
   * For its peer, an end that neither sends nor receives is closed: see {@link Flags}.
   *
   * @return whether that is news
   */
  boolean closesIfFinished() {
    boolean closes =
        controlSender.hasFlags(Flags.FINISHED) && !controlSender.hasFlags(Flags.CLOSED);
    if (closes) {
      controlSender.addFlags(Flags.CLOSED);
    }
    return closes;
  }

  /**
   * The socket is closed.
   *
   * @param resetPeer whether the peer is to see a reset
   * @param unread whether bytes are left unread, so that the peer's later writes fail
   */
  void close(boolean resetPeer, boolean unread) {
    // The peer gets an end of file before the reset: on plain TCP its reader then sees the end of
    // file alone, and all its writes fail.
    boolean ended = resetPeer && controlSender.hasFlags(Flags.FINISHED);
    controlSender.addFlags(
        Flags.FINISHED
            | Flags.CLOSED
            | (resetPeer && !ended ? Flags.RESET : 0)
            | (ended || unread ? Flags.UNREAD : 0));
    closed = true;
    finished = true;
    state.writer().wake();
  }

  boolean isClosed() {
    return closed;
  }

  /** The process is ending: later writes are to arrive as well, so their threads wait for that. */
  void ending() {
    ending = true;
    controlSender.addFlags(Message.LAST);
  }

  /** Whether the process is ending; for all threads. */
  boolean isEnding() {
    return ending;
  }
}
