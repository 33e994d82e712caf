package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import jfs.core.carrier.OwnTraffic;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.Anchor;
import jfs.core.transport.SelectableReceiver;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportReceiver;
import jfs.core.wait.SelectorEventFd;

/**
 * The receiving direction of a selectable channel: reads that need not wait, and what a selector
 * asks.
 */
final class SelectableReceivingSide extends ReceivingSide {

  /** What {@link #readStraight} returns if the bytes, or the end, have to come another way. */
  static final int NOT_STRAIGHT = -2;

  private static final int FEW = 16;

  private final ChannelAnchor channel;

  /** Mostly there is a doorbell or two behind the program's bytes. Guarded by the lock. */
  private final byte[] few = new byte[FEW];

  SelectableReceivingSide(
      Negotiation negotiation, ChannelAnchor channel, OwnTraffic own, ConnectionStats stats) {
    super(negotiation, channel, stats, own, new Mutex());
    this.channel = channel;
  }

  /**
   * Takes note of a read by the channel itself, during which a transport became known.
   *
   * @param to with the bytes, from this place on
   * @return how many of them are the program's; {@link #NOT_STRAIGHT} if none is
   */
  int readByChannel(ByteBuffer to, int from, int n) {
    lock.lock();
    try {
      return taken(to, from, n);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reads as a channel does.
   *
   * @param timeoutMillis as for {@link jfs.core.transport.TransportReceiver#receive}
   */
  int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    lock.lock();
    long patience = timeoutMillis == Anchor.NO_WAIT ? LOOK_NANOS : RETURN_NANOS;
    return readInTurn(bytes, offset, length, timeoutMillis, patience);
  }

  /**
   * Reads straight into the program's buffer: from a transport what is there, or from TCP, as the
   * channel does in its present mode, while no transport is known.
   *
   * @param waits whether the caller goes on to wait if there is nothing
   * @return how many bytes; 0 if there are none and the channel does not wait; {@link
   *     #NOT_STRAIGHT} if nothing was read and the caller has to try the other way, which also
   *     tells how the stream ends
   */
  int readStraight(ByteBuffer to, boolean waits) throws IOException {
    lock.lock();
    try {
      TransportReceiver fast = switched;
      if (fast != null && !ended) {
        return receiveStraight((SelectableReceiver) fast, to, waits ? RETURN_NANOS : LOOK_NANOS);
      }
      if (ended || negotiation.transport() != null) {
        return NOT_STRAIGHT;
      }
      channel.readBegins(part.received());
      try {
        // First that, and then this look, as in a read into an array.
        return negotiation.transport() == null ? readBuffer(to) : NOT_STRAIGHT;
      } finally {
        channel.readEnds();
      }
    } finally {
      lock.unlock();
    }
  }

  private int receiveStraight(SelectableReceiver fast, ByteBuffer to, long patience)
      throws IOException {
    int n = fast.receiveNow(to);
    if (n != 0) {
      negotiation.read(n);
      stats.addReceivedInTurn(n);
    } else if (patience == RETURN_NANOS || fast.mayReceive()) {
      return NOT_STRAIGHT; // which may take a copy of the program's buffer
    }
    takeDoorbells(patience); // in one place: the compiler repeats all of it
    return n;
  }

  private int readBuffer(ByteBuffer to) throws IOException {
    int from = to.position();
    int n;
    try {
      n = channel.read(to);
    } catch (SocketException e) {
      if (negotiation.transport() == null) {
        throw e;
      }
      return NOT_STRAIGHT; // which fails again, and may mean another end
    }
    return n > 0 ? taken(to, from, n) : n < 0 || negotiation.transport() != null ? NOT_STRAIGHT : 0;
  }

  /** What a read from TCP has brought, to which place of the program's buffer. */
  private int taken(ByteBuffer to, int from, int n) {
    Transport now = negotiation.transport();
    int data = now == null ? n : part.beforeSwitch(now, n);
    part.add(data); // before anything that may fail
    if (data < n) {
      to.position(from + data);
      takeBeyondSwitch(now, to, n - data);
    }
    if (data == 0) {
      return NOT_STRAIGHT;
    }
    negotiation.read(data);
    stats.addReceivedInTurn(data);
    return data;
  }

  /** Takes so many bytes behind the program's; in small pieces if there is no heap for an array. */
  private void takeBeyondSwitch(Transport now, ByteBuffer from, int length) {
    byte[] piece = length <= few.length ? few : arrayOf(length);
    for (int taken = 0; taken < length; ) {
      int n = Math.min(piece.length, length - taken);
      from.get(from.position() + taken, piece, 0, n);
      now.readBeyondSwitch(piece, 0, n);
      taken += n;
    }
  }

  private byte[] arrayOf(int length) {
    try {
      return new byte[length];
    } catch (OutOfMemoryError e) {
      return few;
    }
  }

  /**
   * A hint, without the lock: whether {@link #canRead} may have become true, though the kernel has
   * not said that TCP is readable.
   */
  boolean mayRead() {
    TransportReceiver fast = switched;
    return fast == null
        ? negotiation.transport() != null
        : ((SelectableReceiver) fast).mayReceive();
  }

  /**
   * Whether a read would return something, or throw: for a channel's selector.
   *
   * @param tcpIsReadable whether the kernel has just said that TCP has something
   */
  boolean canRead(boolean tcpIsReadable) throws IOException {
    if (!lock.tryLock()) {
      return tcpIsReadable; // a thread reads, and takes it or leaves it
    }
    try {
      if (ended) {
        return tcpIsReadable || leavesTcpAlone(); // a read tells of the end again
      }
      SelectableReceiver fast = drained();
      return fast == null ? tcpIsReadable : fast.canReceive(tcpIsReadable);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sees to it that the channel's selectors are told when there is something to read.
   *
   * @param eventFd as for {@link SelectableReceiver#arm}
   * @return false if the caller must look again, now or in a moment
   */
  boolean arm(SelectorEventFd eventFd) throws IOException {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      if (ended) {
        return !leavesTcpAlone();
      }
      SelectableReceiver fast = drained();
      return fast == null || fast.arm(eventFd);
    } finally {
      lock.unlock();
    }
  }

  /** Takes back what {@link #arm} has asked for, if that saves anything and no thread reads. */
  void disarm() {
    if (lock.tryLock()) {
      try {
        SelectableReceiver fast = (SelectableReceiver) switched;
        if (fast != null && !ended) {
          fast.disarm();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** Whether the kernel need not watch TCP for this direction. */
  boolean leavesTcpAlone() {
    TransportReceiver fast = switched;
    return fast != null && !((SelectableReceiver) fast).isToldByTcp();
  }

  /** The stream if all of the bytes before the switch were read, else null. */
  private SelectableReceiver drained() {
    Transport installed = switched == null ? negotiation.transport() : null;
    if (installed != null && installed.peerSwitchedAt() == part.received()) {
      follow(installed);
    }
    return (SelectableReceiver) switched;
  }
}
