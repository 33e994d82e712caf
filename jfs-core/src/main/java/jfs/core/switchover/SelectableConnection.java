package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import jfs.core.carrier.SelectableTcp;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.wait.SelectorEventFd;

/**
 * The connection of a selectable channel: one that can also be read and written without waiting,
 * and that tells a selector whether that would do something. Any thread may call.
 */
public final class SelectableConnection extends SwitchableConnection {

  /** Neither {@link #readStraight} nor {@link #writeStraight} has done anything. */
  public static final int NOT_STRAIGHT = SelectableReceivingSide.NOT_STRAIGHT;

  /** What a call of the channel's own is worth, in microseconds. */
  public static final int CALL_MICROS = UpgradePolicy.CALL_MICROS;

  /** What an answer is worth, in microseconds. */
  public static final int TURN_MICROS = UpgradePolicy.TURN_MICROS;

  /** How many bytes are worth one microsecond more: 2 to the power of this. */
  public static final int BYTES_SHIFT = UpgradePolicy.BYTES_SHIFT;

  private final SelectableTcp tcp;
  private final SelectableReceivingSide receives;
  private final SelectableSendingSide sends;

  SelectableConnection(
      SelectableTcp channel,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      UpgradePolicy policy)
      throws IOException {
    super(channel, new ChannelAnchor(channel), ends, connector, preference, stats, policy);
    tcp = channel;
    receives = (SelectableReceivingSide) receiving();
    sends = (SelectableSendingSide) sending();
  }

  /**
   * The channel itself has read this from TCP, and a transport became known meanwhile.
   *
   * @param to with the bytes, from this place on
   * @return how many of them are the program's, and no doorbells, say; {@link #NOT_STRAIGHT} if the
   *     caller has to read again
   */
  public int readByChannel(ByteBuffer to, int from, int n) {
    try {
      return receives.readByChannel(to, from, n);
    } finally {
      leaves();
    }
  }

  /**
   * Reads straight into the program's buffer: what a transport has, or from TCP as the channel does
   * in its present mode.
   *
   * @param waits whether the caller goes on to wait if there is nothing
   * @return how many bytes, 0 if there are none; {@link #NOT_STRAIGHT} if the caller has to use
   *     {@link #read}
   */
  public int readStraight(ByteBuffer to, boolean waits) throws IOException {
    try {
      return receives.readStraight(to, waits);
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      leaves();
    }
  }

  /**
   * Writes straight from the program's buffer: what a transport has room for, or to TCP as the
   * channel does in its present mode.
   *
   * @return how many bytes; {@link #NOT_STRAIGHT} if the caller has to use another method
   */
  public int writeStraight(ByteBuffer from) throws IOException {
    try {
      return sends.writeStraight(from);
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      leaves();
    }
  }

  /**
   * Reads as a channel does.
   *
   * @param timeoutMillis 0 waits for ever; {@link jfs.core.transport.Anchor#NO_WAIT} does not wait
   * @return how many bytes; -1 at end of file; 0 if there are none and this does not wait
   */
  public int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    try {
      int n = receives.read(bytes, offset, length, timeoutMillis);
      if (n < 0) {
        sends.tellReader();
      }
      return n;
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      leaves();
    }
  }

  /**
   * Writes all, waiting for room; a virtual thread waits for the first byte alone.
   *
   * @return how many bytes: not all if the connection has ended after some
   */
  public int writeWaiting(byte[] bytes, int offset, int length) throws IOException {
    try {
      return sends.writeWaiting(bytes, offset, length);
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      leaves();
    }
  }

  /** A write that had sent a part has met this: the next write throws it, or a read at the end. */
  public void owes(IOException failure) {
    sends.owes(failure);
  }

  /**
   * Whether {@link #tryWrite} never waits. On TCP it waits for the first byte if the channel is in
   * blocking mode.
   */
  public boolean neverWaits() {
    return sends.neverWaits();
  }

  /** Writes as much as there is room for, and returns how much. */
  public int tryWrite(byte[] bytes, int offset, int length) throws IOException {
    try {
      return sends.tryWrite(bytes, offset, length);
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      leaves();
    }
  }

  /**
   * Whether a read would return something, or throw.
   *
   * @param tcpIsReadable whether the kernel has just said that TCP is readable
   */
  public boolean canRead(boolean tcpIsReadable) {
    try {
      return receives.canRead(tcpIsReadable);
    } catch (IOException | InternalError e) {
      return true; // a read tells
    } finally {
      leaves();
    }
  }

  /**
   * Whether a write would take a byte, or throw.
   *
   * @param tcpIsWritable the answer if the bytes go by TCP
   */
  public boolean canWrite(boolean tcpIsWritable) {
    try {
      return sends.canWrite(tcpIsWritable);
    } catch (IOException | InternalError e) {
      return true; // a write tells
    } finally {
      leaves();
    }
  }

  /** A hint: whether {@link #canRead} may have become true without the kernel. */
  public boolean mayRead() {
    try {
      return receives.mayRead();
    } catch (InternalError | IllegalStateException e) {
      return true; // a fault in the memory, or it is being released: a closer look tells
    }
  }

  /** Takes back what {@link #arm} has asked for, of bytes to read, if that saves anything. */
  public void disarm() {
    try {
      receives.disarm();
    } catch (InternalError e) {
      // A fault in the memory, which a read tells.
    } finally {
      leaves();
    }
  }

  /** Whether what the kernel says of TCP is of no interest for a direction that has left it. */
  public boolean leavesTcpAlone(boolean receiving) {
    return receiving ? receives.leavesTcpAlone() : sends.leavesTcpAlone();
  }

  /** Whether the bytes of one of these directions have left TCP. */
  public boolean hasLeftTcp(boolean receiving, boolean sending) {
    return (receiving && receives.switched != null) || (sending && sends.switched != null);
  }

  /**
   * Sees to it that the channel's selectors are told when there is something to read, or room to
   * write.
   *
   * @param eventFd by which the only selector may be told of something to read, if it looks at the
   *     channel after each of its waits; or null
   * @return false if the caller must look again, now or in a moment
   */
  public boolean arm(boolean receiving, boolean sending, SelectorEventFd eventFd) {
    try {
      return (!receiving || receives.arm(eventFd)) && (!sending || sends.arm());
    } catch (IOException | InternalError e) {
      return false;
    } finally {
      leaves();
    }
  }

  @Override
  boolean resetsUnread(boolean unreadOnTcp) {
    try {
      return tcp.resetsIfUnread() && (unreadOnTcp || unread() > 0);
    } catch (IOException | InternalError e) {
      return false; // TCP has ended, or there is a fault in the memory
    }
  }

  /**
   * Another than JFS is about to write to TCP, past JFS: has all bytes of this direction go there
   * from now on, and keeps other writers out until {@link #otherHasWritten}.
   */
  public void otherWrites() throws IOException {
    sends.lock();
    boolean done = false;
    try {
      sends.staysOnTcp();
      done = true;
    } finally {
      if (!done) {
        otherHasWritten();
      }
    }
  }

  /** Lets writers in again. */
  public void otherHasWritten() {
    sends.unbar();
    leaves();
  }
}
