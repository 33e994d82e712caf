package jfs.rdma;

import java.nio.ByteBuffer;

/**
 * What this end has to tell its peer, until there is a slot for it. All of it is state, not news:
 * told late it is told as it is then, and never twice. Guarded by the wire's monitor.
 */
final class Teller {

  private final ByteBuffer message = Message.room(1);
  private final Wire wire;
  private final Inflow inflow;
  private final Outflow outflow;

  /** Nothing is told before HELLO, which tells how everything else is to be taken. */
  private boolean greeting;

  private boolean hello;
  private long greetedAt = Long.MAX_VALUE;
  private boolean switching;
  private boolean state;
  private boolean ring;
  private long switchAt = Conversation.NOT_SWITCHED;
  private int flags;
  private int receiveBuffer;
  private int sendBuffer;

  Teller(Wire wire, Inflow inflow, Outflow outflow) {
    this.wire = wire;
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

  void removeFlags(int fewer) {
    flags &= ~fewer;
    state = true;
    flush();
  }

  void buffers(int send, int receive) {
    sendBuffer = send;
    receiveBuffer = receive;
    state = true;
    flush();
  }

  /** Sends a byte of urgent data behind what was written; there is a slot for it. */
  void urgent(int data) {
    send(Message.URGENT, data, outflow.position(), 0);
  }

  /** A reader of this end sleeps in TCP. */
  void ring() {
    ring = true;
    flush();
  }

  /** Tells what there are slots for, and credit if enough of it has come together. */
  void flush() {
    if (!greeting) {
      return;
    }
    if (hello && wire.mayTell()) {
      hello = false;
      Endpoint.Region own = inflow.ring();
      put(Message.HELLO, own.memory().capacity(), own.address(), own.remoteKey());
      Message.putStaging(message, outflow.staging());
      wire.send(message);
      greetedAt = wire.sent();
    }
    if (hello) {
      return;
    }
    if (switching && wire.mayTell()) {
      switching = false;
      send(Message.SWITCH, 0, switchAt, 0);
    }
    if (ring && wire.mayTell()) {
      ring = false;
      send(Message.RING, 0, 0, 0);
    }
    if (state && wire.mayTell()) {
      state = false;
      send(Message.STATE, receiveBuffer, outflow.position(), sendBuffer);
    }
    if (wire.owesSlots(inflow.heldSlots())
        ? wire.mayGiveSlots()
        : inflow.owesRoom() && wire.mayTell()) {
      send(Message.CREDIT, 0, 0, 0);
    }
  }

  /** Whether the HELLO is known to have arrived: the peer finds it, whatever happens then. */
  boolean hasGreeted() {
    return wire.arrived() >= greetedAt;
  }

  /** Whether everything was told that has to be. */
  boolean hasTold() {
    return !(hello || switching || state || ring);
  }

  private void send(byte type, int small, long large, int key) {
    put(type, small, large, key);
    wire.send(message);
  }

  private void put(byte type, int small, long large, int key) {
    long taken = inflow.takenToTell();
    Message.put(
        message, type, flags, wire.slotsToTell(inflow.heldSlots()), taken, small, large, key);
  }
}
