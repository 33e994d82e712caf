package jfs.rdma.stream;

import java.nio.ByteBuffer;
import jfs.core.tcp.Flags;
import jfs.rdma.verbs.MessageRoom;
import jfs.rdma.verbs.QueuePair;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * The control messages that this end owes its peer, until there are slots for them. Each carries
 * state, not news: a late one carries the state of the moment when it is sent, and none is sent
 * twice. Guarded by the lock of {@link RdmaConnection}.
 */
final class ControlSender {

  private final ByteBuffer message = MessageRoom.of(1);
  private final QueuePair queuePair;
  private final Inflow inflow;
  private final Outflow outflow;

  /** Nothing is sent before HELLO, which says how everything else is to be understood. */
  private boolean greeting;

  private boolean hello;
  private long greetedAt = Long.MAX_VALUE;
  private boolean switching;
  private boolean state;
  private boolean ring;
  private long switchAt = Message.NOT_SWITCHED;
  private int flags;
  private int receiveBuffer;
  private int sendBuffer;

  ControlSender(QueuePair queuePair, Inflow inflow, Outflow outflow) {
    this.queuePair = queuePair;
    this.inflow = inflow;
    this.outflow = outflow;
  }

  void hello() {
    greeting = true;
    hello = true;
    flush();
  }

  void switchAt(long bytes) {
    switchAt = bytes;
    switching = true;
    flush();
  }

  /** Whether this end's direction has left TCP, or is about to. */
  boolean hasSwitched() {
    return switchAt >= 0;
  }

  /** Raises {@link jfs.core.tcp.Flags}. */
  void addFlags(int more) {
    flags |= more;
    state = true;
    flush();
  }

  boolean hasFlags(int some) {
    return (flags & some) == some;
  }

  void socketOptions(int send, int receive, boolean urgentInline) {
    sendBuffer = send;
    receiveBuffer = receive;
    flags = urgentInline ? flags | Flags.URGENT_INLINE : flags & ~Flags.URGENT_INLINE;
    state = true;
    flush();
  }

  /** Sends a byte of urgent data behind what was written; the caller has made sure of a slot. */
  void urgent(int data) {
    send(Message.URGENT, data, outflow.position(), 0);
  }

  /** A reader of this end sleeps in TCP: asks the peer for a doorbell. */
  void ring() {
    ring = true;
    flush();
  }

  /** Sends what there are slots for, and credit if enough of it is due. */
  void flush() {
    if (!greeting) {
      return;
    }
    if (hello && queuePair.mayTell()) {
      hello = false;
      VerbsEndpoint.Region own = inflow.ring();
      put(Message.HELLO, own.memory().capacity(), own.address(), own.remoteKey());
      Message.putStaging(message, outflow.staging());
      queuePair.send(message);
      greetedAt = queuePair.sent();
    }
    if (hello) {
      return;
    }
    if (switching && queuePair.mayTell()) {
      switching = false;
      send(Message.SWITCH, 0, switchAt, 0);
    }
    if (ring && queuePair.mayTell()) {
      ring = false;
      send(Message.RING, 0, 0, 0);
    }
    if (state && queuePair.mayTell()) {
      state = false;
      send(Message.STATE, receiveBuffer, outflow.position(), sendBuffer);
    }
    if (queuePair.owesSlots(inflow.heldSlots())
        ? queuePair.mayGiveSlots()
        : inflow.owesRoom() && queuePair.mayTell()) {
      send(Message.CREDIT, 0, 0, 0);
    }
  }

  /**
   * Whether the HELLO is known to have arrived: the peer finds it even if the queue pair breaks
   * now.
   */
  boolean hasGreeted() {
    return queuePair.arrived() >= greetedAt;
  }

  /** Whether no control message but credit is due. */
  boolean hasTold() {
    return !(hello || switching || state || ring);
  }

  private void send(byte type, int small, long large, int key) {
    put(type, small, large, key);
    queuePair.send(message);
  }

  private void put(byte type, int small, long large, int key) {
    long taken = inflow.takenToTell();
    Message.put(
        message, type, flags, queuePair.slotsToTell(inflow.heldSlots()), taken, small, large, key);
  }
}
