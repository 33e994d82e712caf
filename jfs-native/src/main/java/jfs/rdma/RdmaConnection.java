package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.config.Log;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.tcp.SendWindow;
import jfs.core.transport.Anchor;
import jfs.rdma.verbs.MessageRoom;
import jfs.rdma.verbs.PollResult;
import jfs.rdma.verbs.ProtocolException;
import jfs.rdma.verbs.QueuePair;
import jfs.rdma.verbs.Rehearsal;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * The state of an RDMA connection: this end's control messages, and what is known of the peer.
 * Everything becomes known through {@link #advance}: any thread that waits calls it, and it wakes
 * the other waiting threads.
 *
 * <p>Guarded by the queue pair's monitor, but for what is said to be for all threads.
 */
final class RdmaConnection implements PeerEnding.Receiver {

  /** A flag beyond {@link Flags}: the process is ending, and these bytes may be its last. */
  private static final int LAST = 32;

  static final long NOT_SWITCHED = -1;

  /**
   * Called with the monitor held, by the thread that polls: the reactor's, or in limbo a reader
   * that has met TCP's end.
   */
  interface Greeted {
    void hello();

    /** The peer's proof has come; it is to come before its HELLO. */
    void proved(byte[] proof);

    /** There will be no transport, for this reason. */
    void refused(String code);

    /** Nothing more will come, and the peer has not announced its close. Any thread. */
    void reset();

    /** {@link #reset} follows at once; these are the words of its exception. */
    void tcpFailed(String words);
  }

  private final QueuePair queuePair;
  private final Inflow inflow;
  private final Outflow outflow;
  private final ControlSender controlSender;
  private final Doorbell doorbell;
  private final TcpWatch tcp;
  private final Anchor anchor;
  private final Greeted greeted;
  private final Waiter reader = new Waiter();
  private final Waiter writer = new Waiter();
  private final ByteBuffer inbox = MessageRoom.of(VerbsEndpoint.MESSAGES_AT_ONCE);

  private volatile boolean greetedPeer;
  private volatile long peerSwitchedAt = NOT_SWITCHED;

  /** Doorbells that this end has asked for and not read. */
  private final AtomicInteger ringsOwed = new AtomicInteger();

  private volatile int peerFlags;
  private long peerLastAt = NOT_SWITCHED;
  private int peerSendBuffer;
  private int ownReceiveBuffer;
  private volatile boolean ending;
  private volatile boolean reset;

  /** A thread is handling what a poll found. */
  private boolean taking;

  /** The peer has ended the connection. */
  private boolean gone;

  /** It has broken, and the last poll is over or under way. */
  private boolean settled;

  RdmaConnection(
      VerbsEndpoint endpoint,
      VerbsEndpoint.Region ring,
      VerbsEndpoint.Region staging,
      Doorbell doorbell,
      Anchor anchor,
      SpillMemory elsewhere,
      Greeted greeted) {
    queuePair = new QueuePair(endpoint, this::broken);
    inflow = new Inflow(ring, elsewhere);
    outflow = new Outflow(staging);
    controlSender = new ControlSender(queuePair, inflow, outflow);
    this.doorbell = doorbell;
    tcp = new TcpWatch(doorbell);
    this.anchor = anchor;
    this.greeted = greeted;
  }

  /** Runs the handler of a lack of memory once; {@link Rehearsal}. */
  static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | OutOfMemoryError e) {
      // A rehearsal: nothing to do.
    }
  }

  /** Its monitor guards all this. */
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

  /** The thread that waits for bytes. */
  Waiter reader() {
    return reader;
  }

  /** The thread that waits for room. */
  Waiter writer() {
    return writer;
  }

  /** Whether the peer has this end's HELLO, even if the queue pair breaks; for all threads. */
  boolean hasGreeted() {
    return greetedPeer;
  }

  /** How many bytes TCP gets from the peer in all; negative before it switches; for all threads. */
  long peerSwitchedAt() {
    return peerSwitchedAt;
  }

  /** How many doorbells this end has asked for and not read; for all threads. */
  int ringsOwed() {
    return ringsOwed.get();
  }

  /** So many doorbells were read. */
  void ringsRead(int count) {
    ringsOwed.addAndGet(-count);
  }

  @Override
  public int receiverFlags() {
    return reset ? peerFlags | Flags.CLOSED | Flags.RESET : peerFlags;
  }

  /** Whether it has broken before the peer closed; for all threads. */
  boolean isReset() {
    return reset;
  }

  @Override
  public boolean hasUnread() {
    return outflow.hasUnread();
  }

  /** The flags of the peer's last message, even if the queue pair has broken since. */
  int senderFlags() {
    return peerFlags;
  }

  /** Whether nothing comes after what has arrived. */
  boolean hasPeerFinished() {
    return (peerFlags & Flags.FINISHED) != 0;
  }

  /** The options of this end's socket. */
  void socketOptions(int sendBuffer, int receiveBuffer, boolean urgentInline) {
    ownReceiveBuffer = receiveBuffer;
    controlSender.socketOptions(sendBuffer, receiveBuffer, urgentInline);
  }

  /** Polls once, handles what it finds, and wakes the threads that it concerns. Never blocks. */
  boolean advance() {
    return !queuePair.isBroken() && look();
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
      long progress;
      try {
        progress = queuePair.poll(inbox);
      } catch (OutOfMemoryError e) {
        lost = false; // the poll took nothing
        throw e;
      }
      boolean found = take(progress);
      lost = false;
      return found;
    } finally {
      taking = false;
      if (lost) {
        // A part may be lost, and then the positions of all later bytes are wrong.
        queuePair.condemn("an error of this process'");
      }
      if (queuePair.isBroken()) {
        settle();
      }
    }
  }

  private boolean take(long progress) {
    if (progress == 0) {
      return false;
    }
    try {
      greetedPeer |= controlSender.hasGreeted();
      int bytes = PollResult.bytes(progress);
      if (bytes > 0) {
        inflow.arrived(bytes);
      }
      int messages = PollResult.messages(progress);
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
      queuePair.condemn(e.getMessage());
      Log.warn("RDMA peer broke the protocol: " + e.getMessage());
      return true;
    }
    controlSender.flush();
    writer.wake();
    return true;
  }

  private void take(int at) throws ProtocolException {
    int type = Message.type(inbox, at);
    if (type == Message.REFUSE) {
      greeted.refused(Message.refusal(inbox, at));
      return;
    }
    if (type == Message.PROOF) {
      greeted.proved(Message.proof(inbox, at));
      return;
    }
    queuePair.peerFreed(Message.slots(inbox, at));
    outflow.taken(Message.taken(inbox, at));
    peerFlags = Message.flags(inbox, at);
    switch (type) {
      case Message.HELLO -> {
        outflow.begin(Message.large(inbox, at), Message.key(inbox, at), Message.small(inbox, at));
        inflow.begin(Message.staging(inbox, at));
        greeted.hello();
      }
      case Message.SWITCH -> peerSwitches(Message.large(inbox, at));
      case Message.STATE -> {
        peerLastAt = Message.large(inbox, at);
        peerSendBuffer = Message.key(inbox, at);
        if (hasPeerFinished() && peerLastAt != inflow.position()) {
          throw new ProtocolException("end at " + peerLastAt + " of " + inflow.position());
        }
      }
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

  private void peerSwitches(long bytes) throws ProtocolException {
    boolean takenBack = bytes == NOT_SWITCHED && inflow.position() == 0;
    if (!takenBack && (bytes < 0 || peerSwitchedAt != NOT_SWITCHED)) {
      throw new ProtocolException("switch at " + bytes + " after " + peerSwitchedAt);
    }
    peerSwitchedAt = bytes;
    // A reader with fewer bytes is woken by the next ones; one with more shows that the peer is
    // wrong.
    if (!takenBack && anchor.readsAt() == bytes) {
      ringsOwed.incrementAndGet();
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
      int peers = (int) Math.min(peerSendBuffer, SendWindow.BY_DEFAULT);
      inflow.spill(Math.max(SendWindow.BY_DEFAULT, SendWindow.of(peers, ownReceiveBuffer)));
      controlSender.flush();
    }
  }

  /** To be called after each write. */
  void afterWrite() {
    if (ending) {
      controlSender.addFlags(LAST);
    }
  }

  /** Whether the process is ending; for all threads. */
  boolean isEnding() {
    return ending;
  }

  /** The process is ending: later writes are to arrive as well, so their threads wait for that. */
  void ending() {
    ending = true;
    controlSender.addFlags(LAST);
  }

  /**
   * As {@link QueuePair#tick}, and breaks the queue pair of a peer that has been silent for too
   * long. For the reactor's thread.
   *
   * @return whether the reactor is to look at the pair
   */
  boolean tick(boolean idle) {
    if (inflow.isStuck()) {
      spill(); // no event says that there is memory again
    }
    queuePair.tick(idle);
    tcp.tick(writer.isWaiting());
    if (!queuePair.isSilent()) {
      return queuePair.isBroken();
    }
    advanceAll(); // a sign of life may have come while no thread had time to poll
    if (queuePair.isSilent()) {
      queuePair.breakOff("no sign of life");
    }
    return true;
  }

  /**
   * Checks TCP where bytes go by RDMA, since no thread would notice TCP's end. For the reactor's
   * thread, every second.
   *
   * @return whether the reactor is to look at the pair
   */
  boolean watchTcp() {
    if (queuePair.isBroken()
        || !(controlSender.hasSwitched() || peerSwitchedAt >= 0)
        || !tcp.look()) {
      return false;
    }
    advanceAll(); // as with a silent peer
    boolean ended =
        hasPeerFinished() && controlSender.hasFlags(Flags.FINISHED); // TCP ended in order, too
    if ((peerFlags & Flags.CLOSED) != 0 || ended || queuePair.isBroken()) {
      return false; // the peer has said how it ended, or the queue pair is broken anyway
    }
    String words = tcp.takeWords();
    if (words != null) {
      greeted.tcpFailed(words);
    }
    queuePair.breakOff("TCP has ended, and the peer says nothing of it");
    return true;
  }

  /** The program asks for its keep-alive options, or sets them. */
  void keepAliveAsked() {
    tcp.giveBack();
  }

  /** The peer's process, or its JFS, has ended the connection; this takes what it sent before. */
  void peerGone() {
    gone = true;
    queuePair.breakOff("the peer has ended it");
  }

  /** Whether the peer has ended the connection, in order or not. For the reactor's thread. */
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

  /** Takes all that came, then wakes the waiting threads. Idempotent. */
  private void settle() {
    if (settled) {
      return;
    }
    settled = true;
    try {
      while (look() || queuePair.awaitsLast()) {
        // Take what came before the end, so that the stream is not cut off too early.
      }
    } finally {
      over();
    }
  }

  /** Nothing more will be known. For a peer that did not announce its close, this is a reset. */
  private void over() {
    if (gone && (peerFlags & LAST) != 0 && peerLastAt == inflow.position()) {
      peerFlags |= Flags.FINISHED | Flags.CLOSED; // it ended in order
    }
    try {
      if ((peerFlags & Flags.CLOSED) == 0) {
        reset = true;
        greeted.reset();
      }
    } finally {
      reader.wake();
      writer.wake();
    }
  }
}
