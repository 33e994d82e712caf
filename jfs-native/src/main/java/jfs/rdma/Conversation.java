package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jfs.core.config.Log;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.tcp.Room;

/**
 * What the two ends of a connection tell each other, and what is known of the peer. {@link
 * #advance} is how anything becomes known; whoever waits calls it, and wakes who else waits.
 *
 * <p>Guarded by the wire's monitor, but for what is said to be for all.
 */
final class Conversation implements PeerEnding.Receiver {

  /** In the flags, beyond {@link Flags}: the process is ending, and this may be all there is. */
  private static final int LAST = 32;

  static final long NOT_SWITCHED = -1;
  static final long NOT_READING = -1;

  /** Gets the peer's HELLO, with the monitor held; by the reactor's thread, and before all else. */
  interface Greeted {
    void hello();

    /** The peer's proof has come; it is to come before its HELLO. */
    void proved(byte[] proof);

    /** There will be no transport, for this reason. */
    void refused(String code);

    /** Nothing more will come, and the peer has not said that it would go. Any thread. */
    void reset();

    /** The same will be said at once, and these are the words for it. */
    void tcpFailed(String words);
  }

  private final Wire wire;
  private final Inflow inflow;
  private final Outflow outflow;
  private final Teller teller;
  private final Doorbell doorbell;
  private final TcpWatch tcp;
  private final Greeted greeted;
  private final Waiter reader = new Waiter();
  private final Waiter writer = new Waiter();
  private final ByteBuffer inbox = Message.room(Endpoint.MESSAGES_AT_ONCE);

  private volatile boolean greetedPeer;
  private volatile long peerSwitchedAt = NOT_SWITCHED;
  private final AtomicLong readsTcpAt = new AtomicLong(NOT_READING);

  /** Doorbells that were asked for and not read. */
  private final AtomicInteger ringsOwed = new AtomicInteger();

  private volatile int peerFlags;
  private long peerLastAt = NOT_SWITCHED;
  private int peerSendBuffer;
  private int ownReceiveBuffer;
  private volatile boolean ending;
  private volatile boolean reset;

  /** What was polled is being taken. */
  private boolean taking;

  /** The peer has ended the connection. */
  private boolean gone;

  /** It has broken, and what came before was taken, or is about to be. */
  private boolean settled;

  Conversation(
      Endpoint endpoint,
      Endpoint.Region ring,
      Endpoint.Region staging,
      Doorbell doorbell,
      SpillMemory elsewhere,
      Greeted greeted) {
    wire = new Wire(endpoint, this::broken);
    inflow = new Inflow(ring, elsewhere);
    outflow = new Outflow(staging);
    teller = new Teller(wire, inflow, outflow);
    this.doorbell = doorbell;
    tcp = new TcpWatch(doorbell);
    this.greeted = greeted;
  }

  /** Runs the handler of a lack of memory once; {@link Rehearsal}. */
  static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | OutOfMemoryError e) {
      // As if nothing had been taken.
    }
  }

  /** Its monitor guards all this. */
  Wire wire() {
    return wire;
  }

  Inflow inflow() {
    return inflow;
  }

  Outflow outflow() {
    return outflow;
  }

  Teller teller() {
    return teller;
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

  /** Whether the peer has this end's HELLO, whatever happens to the connection; for all threads. */
  boolean hasGreeted() {
    return greetedPeer;
  }

  /** How many bytes the peer gave to TCP in all, negative while it does; for all threads. */
  long peerSwitchedAt() {
    return peerSwitchedAt;
  }

  /**
   * A reader is about to sleep in TCP, where only a byte wakes it, after so many of the stream's
   * came there; or is back. It says so and then looks at {@link #peerSwitchedAt}; that is written,
   * and this looked at then. Both are volatile, so that one of the two sees the other's doing.
   */
  void readsTcpAt(long received) {
    readsTcpAt.set(received);
  }

  /** The same of a reader that began before it could know of this; what one says itself counts. */
  void mayReadTcpAt(long received) {
    readsTcpAt.compareAndSet(NOT_READING, received);
  }

  /** How many doorbells the peer was asked for that nobody has read; for all threads. */
  int ringsOwed() {
    return ringsOwed.get();
  }

  /** So many were read. */
  void ringsRead(int count) {
    ringsOwed.addAndGet(-count);
  }

  @Override
  public int receiverFlags() {
    return reset ? peerFlags | Flags.CLOSED | Flags.RESET : peerFlags;
  }

  /** Whether it has broken, and not by the peer's leave; for all threads. */
  boolean isReset() {
    return reset;
  }

  @Override
  public boolean hasUnread() {
    return outflow.hasUnread();
  }

  /** What the peer has said of itself, whatever has broken since. */
  int senderFlags() {
    return peerFlags;
  }

  /** Whether nothing comes after what has arrived. */
  boolean hasPeerFinished() {
    return (peerFlags & Flags.FINISHED) != 0;
  }

  /** The sizes of this end's TCP buffers. */
  void buffers(int send, int receive) {
    ownReceiveBuffer = receive;
    teller.buffers(send, receive);
  }

  /** Finds out what has happened since, and lets everybody know whom it concerns. Never blocks. */
  boolean advance() {
    return !wire.isBroken() && look();
  }

  /** As {@link #advance}, until there is nothing more: a poll takes so many at once. */
  void advanceAll() {
    while (advance()) {
      // Each takes some.
    }
  }

  private boolean look() {
    boolean lost = true;
    taking = true;
    try {
      long progress;
      try {
        progress = wire.poll(inbox);
      } catch (OutOfMemoryError e) {
        lost = false; // nothing was taken
        throw e;
      }
      boolean found = take(progress);
      lost = false;
      return found;
    } finally {
      taking = false;
      if (lost) {
        // Some of it may be lost, and with it the place of all that comes after.
        wire.condemn("an error of this process'");
      }
      if (wire.isBroken()) {
        settle();
      }
    }
  }

  private boolean take(long progress) {
    if (progress == 0) {
      return false;
    }
    try {
      greetedPeer |= teller.hasGreeted();
      int bytes = Progress.bytes(progress);
      if (bytes > 0) {
        inflow.arrived(bytes);
      }
      int messages = Progress.messages(progress);
      if (bytes > 0 || messages > 0) {
        tcp.heard();
      }
      for (int i = 0; i < messages; i++) {
        take(i * Message.SIZE);
      }
      if (bytes > 0 || messages > 0) {
        reader.wake();
      }
    } catch (ProtocolException e) {
      wire.condemn(e.getMessage());
      Log.warn("RDMA peer broke the protocol: " + e.getMessage());
      return true;
    }
    teller.flush();
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
    wire.peerFreed(Message.slots(inbox, at));
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
        // The receiver's own wish, as it is now: the sender could not know of it in time.
        if (teller.hasFlags(Flags.URGENT_INLINE)) {
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
    // A reader with fewer is woken by those that are to come, with more the peer is wrong.
    if (!takenBack && readsTcpAt.get() == bytes) {
      ringsOwed.incrementAndGet();
      teller.ring();
    }
  }

  /** Whether all that was written and told is in the peer's memory, or never will be. */
  boolean hasDrained() {
    return wire.isBroken() || (teller.hasTold() && wire.hasSentAll());
  }

  /** Makes room where nobody reads, as a kernel would. */
  void spill() {
    if (!reader.isWaiting()) {
      // What a peer says of itself need not be true: no kernel gives it more by itself.
      int peers = (int) Math.min(peerSendBuffer, Room.BY_DEFAULT);
      inflow.spill(Math.max(Room.BY_DEFAULT, Room.of(peers, ownReceiveBuffer)));
      teller.flush();
    }
  }

  /** To be called after each write. */
  void afterWrite() {
    if (ending) {
      teller.addFlags(LAST);
    }
  }

  /** Whether the process is ending; for all threads. */
  boolean isEnding() {
    return ending;
  }

  /**
   * The process is ending: what is written from now on is to arrive all the same, so its writers
   * wait for that.
   */
  void ending() {
    ending = true;
    teller.addFlags(LAST);
  }

  /**
   * As {@link Wire#tick}, and takes a peer that has been silent for too long for dead. The
   * reactor's to call.
   *
   * @return whether the reactor is to look at what has become of it
   */
  boolean tick(boolean idle) {
    if (inflow.isStuck()) {
      spill(); // nobody tells when there is memory again
    }
    wire.tick(idle);
    tcp.tick(writer.isWaiting());
    if (!wire.isSilent()) {
      return wire.isBroken();
    }
    advanceAll(); // it may have come long ago, and nobody have had the time to look
    if (wire.isSilent()) {
      wire.breakOff("no sign of life");
    }
    return true;
  }

  /**
   * Looks at TCP where bytes go by RDMA, so that no thread would hear of its end. The reactor's to
   * call, every second.
   *
   * @return whether the reactor is to look at what has become of it
   */
  boolean watchTcp() {
    if (wire.isBroken() || !(teller.hasSwitched() || peerSwitchedAt >= 0) || !tcp.look()) {
      return false;
    }
    advanceAll(); // as with a silent peer
    boolean ended = hasPeerFinished() && teller.hasFlags(Flags.FINISHED); // so has TCP, in order
    if ((peerFlags & Flags.CLOSED) != 0 || ended || wire.isBroken()) {
      return false; // it has said how it ended, or the wire has
    }
    String words = tcp.takeWords();
    if (words != null) {
      greeted.tcpFailed(words);
    }
    wire.breakOff("TCP has ended, and the peer says nothing of it");
    return true;
  }

  /** The program asks for its keep-alive options, or sets them. */
  void keepAliveAsked() {
    tcp.giveBack();
  }

  /** The peer's process, or its JFS, has ended the connection; what it sent before is taken. */
  void peerGone() {
    gone = true;
    wire.breakOff("the peer has ended it");
  }

  /** Whether the peer has ended the connection, in order or not. The reactor's to ask. */
  boolean hasGone() {
    return gone;
  }

  /** The wire breaks, perhaps as an answer is sent to what is being taken, which comes first. */
  private void broken() {
    if (!taking) {
      settle();
    }
  }

  /** All that came is taken, then who waits is told. Idempotent. */
  private void settle() {
    if (settled) {
      return;
    }
    settled = true;
    try {
      while (look() || wire.awaitsLast()) {
        // What came before the end counts: a stream is not to be cut off sooner than need be.
      }
    } finally {
      over();
    }
  }

  /** Nothing more will be known. Whoever did not say that he would go is taken for reset. */
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
