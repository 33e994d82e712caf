package jfs.rdma.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.config.Log;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.tcp.SendWindow;
import jfs.core.transport.Anchor;
import jfs.core.transport.TransportFailure;
import jfs.rdma.verbs.MessageRoom;
import jfs.rdma.verbs.PollResult;
import jfs.rdma.verbs.ProtocolException;
import jfs.rdma.verbs.QueuePair;
import jfs.rdma.verbs.Rehearsal;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * The state of an RDMA connection: its queue pair and rings, this end's control messages, and what
 * is known of the peer. Everything becomes known through {@link #advance}: any thread that waits
 * calls it, and it wakes the other waiting threads.
 *
 * <p>Guarded by the lock of {@link RdmaConnection}, but for what its parts say to be for all
 * threads.
 */
final class RdmaConnectionState {

  private final QueuePair queuePair;
  private final Inflow inflow;
  private final Outflow outflow;
  private final ControlSender controlSender;
  private final Doorbell doorbell;
  private final TcpWatch tcp;
  private final Anchor anchor;
  private final Commitment commitment;
  private final Handshake handshake = new Handshake();
  private final PeerState peer;
  private final PeerEnding ending;
  private final Waiter reader;
  private final Waiter writer;
  private final ByteBuffer inbox = MessageRoom.of(VerbsEndpoint.MESSAGES_AT_ONCE);

  private int ownReceiveBuffer;

  /** A thread is handling what a poll found. */
  private boolean taking;

  /** The peer has ended the connection. */
  private boolean gone;

  /** It has broken, and a thread is taking what came before. */
  private boolean settling;

  /** It has broken, all that came before was taken, and the waiting threads were woken. */
  private boolean settled;

  RdmaConnectionState(
      VerbsEndpoint endpoint,
      VerbsEndpoint.Region ring,
      VerbsEndpoint.Region staging,
      Doorbell doorbell,
      Anchor anchor,
      SpillMemory elsewhere,
      boolean connector) {
    queuePair = new QueuePair(endpoint, this::broken);
    inflow = new Inflow(ring, elsewhere);
    outflow = new Outflow(staging);
    controlSender = new ControlSender(queuePair, inflow, outflow);
    this.doorbell = doorbell;
    tcp = new TcpWatch(doorbell);
    this.anchor = anchor;
    reader = new Waiter(anchor);
    writer = new Waiter(anchor);
    commitment = new Commitment(connector);
    peer = new PeerState(outflow);
    ending = new PeerEnding(peer);
  }

  /** Runs the handler of a lack of memory once; {@link Rehearsal}. */
  static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | OutOfMemoryError e) {
      // A rehearsal: nothing to do.
    }
  }

  QueuePair queuePair() {
    return queuePair;
  }

  Inflow inflow() {
    return inflow;
  }

  Outflow outflow() {
    return outflow;
  }

  ControlSender controlSender() {
    return controlSender;
  }

  Doorbell doorbell() {
    return doorbell;
  }

  TcpWatch tcp() {
    return tcp;
  }

  Commitment commitment() {
    return commitment;
  }

  Handshake handshake() {
    return handshake;
  }

  PeerState peer() {
    return peer;
  }

  /** What the program is told of a peer that has ended. */
  PeerEnding ending() {
    return ending;
  }

  /** The thread that waits for bytes. */
  Waiter reader() {
    return reader;
  }

  /** The thread that waits for room. */
  Waiter writer() {
    return writer;
  }

  /** The options of this end's socket. */
  void socketOptions(int sendBuffer, int receiveBuffer, boolean urgentInline) {
    ownReceiveBuffer = receiveBuffer;
    controlSender.socketOptions(sendBuffer, receiveBuffer, urgentInline);
  }

  /**
   * Polls once, handles what it finds, and wakes the threads that it concerns. Never blocks.
   *
   * <p>Each call settles a connection that has broken and is not settled: the thread that found it
   * broken may have had no heap, or no stack, to do so.
   */
  boolean advance() {
    if (queuePair.isBroken()) {
      settle();
      return false;
    }
    return look();
  }

  /** As {@link #advance}, until there is nothing more: one poll takes a limited number. */
  void advanceAll() {
    while (advance()) {
      // Each call takes some.
    }
  }

  private boolean look() {
    boolean lost = true;
    taking = true;
    try {
      long result;
      try {
        result = queuePair.poll(inbox);
      } catch (OutOfMemoryError e) {
        lost = false; // the poll took nothing
        throw e;
      }
      boolean found = take(result);
      lost = false;
      return found;
    } finally {
      taking = false;
      if (lost) {
        // A part may be lost, and then the positions of all later bytes are wrong.
        queuePair.condemn(TransportFailure.OWN_ERROR, "an error of this process'");
      }
      if (queuePair.isBroken()) {
        settle();
      }
    }
  }

  private boolean take(long result) {
    if (result == 0) {
      return false;
    }
    try {
      if (controlSender.hasGreeted()) {
        commitment.toldPeer();
      }
      int bytes = PollResult.bytes(result);
      if (bytes > 0) {
        inflow.arrived(bytes);
      }
      int messages = PollResult.messages(result);
      if (bytes > 0 || messages > 0) {
        tcp.heard();
      }
      for (int i = 0; i < messages; i++) {
        take(i * MessageRoom.SIZE);
      }
      if (bytes > 0 || messages > 0) {
        reader.wake();
      }
    } catch (ProtocolException e) {
      queuePair.condemn(TransportFailure.CORRUPT, e.getMessage());
      if (commitment.hasCommitted()) {
        Log.warn("RDMA peer broke the protocol: " + e.getMessage());
      } else { // any host of the network may be one that asks again and again
        Log.debug("RDMA peer broke the protocol", e);
      }
      return true;
    }
    controlSender.flush();
    writer.wake();
    return true;
  }

  private void take(int at) throws ProtocolException {
    int type = Message.type(inbox, at);
    if (type == Message.REFUSE) {
      handshake.refused(Message.refusal(inbox, at));
      return;
    }
    if (type == Message.PROOF) {
      handshake.proved(Message.proof(inbox, at));
      return;
    }
    queuePair.peerFreed(Message.slots(inbox, at));
    outflow.taken(Message.taken(inbox, at));
    peer.flags(Message.flags(inbox, at));
    switch (type) {
      case Message.HELLO -> {
        outflow.begin(Message.large(inbox, at), Message.key(inbox, at), Message.small(inbox, at));
        inflow.begin(Message.staging(inbox, at));
        greeted();
      }
      case Message.SWITCH -> switches(Message.large(inbox, at));
      case Message.STATE ->
          peer.told(Message.large(inbox, at), Message.key(inbox, at), inflow.position());
      case Message.RING -> doorbell.ring();
      case Message.URGENT -> {
        // This end's own option, as it is now: the sender could not know it in time.
        if (controlSender.hasFlags(Flags.URGENT_INLINE)) {
          inflow.insert(Message.large(inbox, at), (byte) Message.small(inbox, at));
        }
      }
      default -> {} // CREDIT, or of a later version
    }
  }

  private void greeted() {
    handshake.greeted();
    if (!commitment.peerGreets()) {
      queuePair.condemn(TransportFailure.CORRUPT, "HELLO without a proof");
    }
  }

  private void switches(long bytes) throws ProtocolException {
    boolean takenBack = bytes == Message.NOT_SWITCHED && inflow.position() == 0;
    if (!takenBack && (bytes < 0 || peer.switchedAt() != Message.NOT_SWITCHED)) {
      throw new ProtocolException("switch at " + bytes + " after " + peer.switchedAt());
    }
    peer.switchedAt(bytes);
    anchor.changed(); // a selector may have all the bytes before that, and wait for TCP
    // A reader with fewer bytes is woken by the next ones; one with more shows that the peer is
    // wrong.
    if (!takenBack && anchor.readsAt() == bytes) {
      peer.owesRing();
      controlSender.ring();
    }
  }

  /** Whether all writes and control messages are in the peer's memory, or never will be. */
  boolean hasDrained() {
    return queuePair.isBroken() || (controlSender.hasTold() && queuePair.hasSentAll());
  }

  /** Makes room in the ring if no thread reads, as a kernel would. */
  void spill() {
    if (!reader.isWaiting()) {
      // Limited, since the peer's value need not be true: no kernel gives it more by default.
      int peers = (int) Math.min(peer.sendBuffer(), SendWindow.BY_DEFAULT);
      inflow.spill(Math.max(SendWindow.BY_DEFAULT, SendWindow.of(peers, ownReceiveBuffer)));
      controlSender.flush();
    }
  }

  /** Aborts the pair unless it is committed; returns whether it is aborted. */
  boolean abandon() {
    if (commitment.abort()) {
      reader.wake(); // it may have met the end of TCP and wait for the decision
    }
    return commitment.hasAborted();
  }

  /** The peer's process, or its JFS, has ended the connection; this takes what it sent before. */
  void peerGone() {
    gone = true;
    queuePair.breakOff(TransportFailure.PEER_LOST, "the peer has ended it");
  }

  /** Whether the peer has ended the connection, in order or not. */
  boolean hasGone() {
    return gone;
  }

  /**
   * The queue pair breaks, perhaps while this handles what a poll found and sends an answer; then
   * that comes first.
   */
  private void broken() {
    if (!taking) {
      settle();
    }
  }

  /**
   * Takes all that came, then wakes the waiting threads. Idempotent, and each step is: after a call
   * that throws the next one does it again.
   */
  private void settle() {
    if (settled || settling) {
      return;
    }
    settling = true;
    try {
      // The peer may be alive, get answers from this end's device, and wait for ever. Disconnect
      // before the last poll: the device would acknowledge what came after that poll, and no thread
      // would find it.
      queuePair.disconnect();
      while (look() || queuePair.awaitsLast()) {
        // Take what came before the end, so that the stream is not cut off too early.
      }
      over();
      settled = true;
    } finally {
      settling = false;
    }
  }

  /**
   * Nothing more will be known. After a reset a committed pair's directions that are still on TCP
   * end, too; a pair that is not committed leaves the connection to TCP.
   */
  private void over() {
    if (peer.ends(gone, inflow.position()) && commitment.hasCommitted()) {
      doorbell.hangUp();
    }
    reader.wake();
    writer.wake();
  }

  /** Whether it has broken, and nothing more will be known: all that came before was taken. */
  boolean isSettled() {
    return settled;
  }

  /** Destroys the queue pair, and the bytes that were not read; idempotent. */
  void destroy() {
    queuePair.disconnect();
    settled = true; // no thread of the program uses it any more
    queuePair.destroy();
    inflow.discard();
  }
}
