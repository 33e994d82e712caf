package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import jfs.core.carrier.OwnTraffic;
import jfs.core.config.Log;
import jfs.core.runtime.VirtualThreads;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.SelectableSender;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportSender;

/**
 * The sending direction of a selectable channel: writes that need not wait, and what a selector
 * asks.
 */
final class SelectableSendingSide extends SendingSide {

  /** What {@link #writeStraight} returns if the bytes have to go another way. */
  static final int NOT_STRAIGHT = -2;

  /** The kernel's words for a writer; a reader has others. */
  private static final String RESET_BY_PEER = "Connection reset by peer";

  private final ChannelAnchor channel;

  /**
   * What a write met after it had sent a part, of which the program was told; null if nothing.
   * Written under the monitor: a reader at the end of its stream may take it, too.
   */
  private volatile IOException owed;

  SelectableSendingSide(
      Negotiation negotiation, ChannelAnchor channel, OwnTraffic own, ConnectionStats stats) {
    super(negotiation, channel, stats, own, new Mutex());
    this.channel = channel;
  }

  /**
   * Writes straight from the program's buffer: to a transport what there is room for, or to TCP, as
   * the channel does in its present mode, while no transport is known.
   *
   * @return how many bytes; {@link #NOT_STRAIGHT} if none, and the caller has to try the other way
   */
  int writeStraight(ByteBuffer from) throws IOException {
    lock.lock();
    try {
      takeOwn();
      throwOwed();
      TransportSender fast = switched;
      if (fast != null && !overAtSwitch) {
        return sendStraight((SelectableSender) fast, from);
      }
      if (overAtSwitch || negotiation.transport() != null) {
        return NOT_STRAIGHT;
      }
      boolean done = false;
      try {
        int n = channel.write(from);
        done = true;
        sent += n;
        if (n > 0) {
          negotiation.wrote(n);
          stats.addSentInTurn(n);
        }
        return n;
      } finally {
        uncertain |= !done;
      }
    } finally {
      lock.unlock();
    }
  }

  private int sendStraight(SelectableSender fast, ByteBuffer from) throws IOException {
    int start = from.position();
    int n;
    try {
      n = fast.sendNow(from);
    } catch (IOException e) {
      n = from.position() - start;
      if (n == 0) {
        throw e;
      }
      owes(e);
    }
    if (n == 0) {
      return NOT_STRAIGHT;
    }
    negotiation.wrote(n);
    stats.addSentInTurn(n);
    return n;
  }

  /**
   * Writes all, waiting for room; returns how much, which is less if it has ended after some. A
   * virtual thread waits for the first byte alone, and then writes what there is room for: for such
   * a thread the JDK makes the socket beneath one that does not block.
   */
  int writeWaiting(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    int n = 0;
    try {
      takeOwn();
      throwOwed();
      if (overAtSwitch) {
        throw brokenPipe();
      }
      if (switched == null) {
        n = waitBeforeSwitch(bytes, offset, length);
      }
      boolean all = !VirtualThreads.isVirtual(Thread.currentThread());
      while (n < length && switched != null && (all || n == 0)) {
        n += sendOrWait((SelectableSender) switched, bytes, offset + n, length - n);
      }
      if (n < length && neverWaits()) {
        n += sendParts((SelectableSender) switched, bytes, offset + n, length - n);
      }
      return n;
    } catch (IOException e) {
      if (n == 0) {
        throw e;
      }
      owes(e);
      return n;
    } catch (OutOfMemoryError e) {
      if (n == 0) {
        throw e;
      }
      return n;
    } finally {
      if (n > 0) {
        negotiation.wrote(n);
        stats.addSentInTurn(n);
      }
      lock.unlock();
    }
  }

  /** Whether a transport takes the bytes, so that {@link #tryWrite} never waits for room. */
  boolean neverWaits() {
    return switched != null && !((SelectableSender) switched).sendsOnTcp();
  }

  private int sendOrWait(SelectableSender fast, byte[] bytes, int offset, int length)
      throws IOException {
    int n = fast.sendNow(bytes, offset, length);
    if (n == 0 && fast.sendsOnTcp()) {
      n = channel.write(ByteBuffer.wrap(bytes, offset, length));
    } else if (n == 0) {
      fast.awaitRoom();
    }
    return n;
  }

  private int waitBeforeSwitch(byte[] bytes, int offset, int length) throws IOException {
    Transport installed = negotiation.transport();
    int last = installed == null ? 0 : lastOnTcp(installed, length);
    int most = last == 0 ? length : Math.min(last, length);
    int n = writeTcp(installed, bytes, offset, most, true);
    if (n == last && n > 0) {
      switchNow(installed);
    }
    return n;
  }

  /**
   * Writes to TCP: as the channel does in its present mode, or what there is room for. An error
   * behind the kernel's write ends a direction that has announced its switch, as in {@link
   * SendingSide}.
   */
  private int writeTcp(Transport installed, byte[] bytes, int offset, int length, boolean asChannel)
      throws IOException {
    boolean done = false;
    boolean known = false;
    try {
      int n =
          asChannel
              ? channel.write(ByteBuffer.wrap(bytes, offset, length))
              : tcp.tryWrite(bytes, offset, length);
      sent += n;
      done = true;
      return n;
    } catch (IOException | RuntimeException | OutOfMemoryError | InternalError | LinkageError e) {
      known = true; // none of these comes behind a write that has been done
      throw e;
    } finally {
      if (!done) {
        uncertain = true;
        if (known) {
          takeBack(installed);
        } else {
          overAtSwitch |= hasAnnounced();
        }
      }
    }
  }

  /** Writes as much as there is room for, and returns how much. */
  int tryWrite(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      takeOwn();
      throwOwed();
      if (overAtSwitch) {
        throw brokenPipe();
      }
      TransportSender fast = switched;
      int n =
          fast != null
              ? sendParts((SelectableSender) fast, bytes, offset, length)
              : tryBeforeSwitch(bytes, offset, length);
      if (n > 0) {
        negotiation.wrote(n);
        stats.addSentInTurn(n);
      }
      return n;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends what there is room for; an error after a part of it is owed. Goes on with no more than
   * one write to TCP, which takes what there is room for, and may wait if there is none.
   */
  private int sendParts(SelectableSender fast, byte[] bytes, int offset, int length)
      throws IOException {
    int sent = 0;
    int n = 1;
    try {
      while (sent < length && n > 0 && (sent == 0 || !fast.sendsOnTcp())) {
        n = fast.sendNow(bytes, offset + sent, length - sent);
        sent += n;
      }
    } catch (IOException e) {
      if (sent == 0) {
        throw e;
      }
      owes(e);
    } catch (OutOfMemoryError e) {
      if (sent == 0) {
        throw e;
      }
      // The program is told of what was sent, and tries the rest again.
    }
    return sent;
  }

  private int tryBeforeSwitch(byte[] bytes, int offset, int length) throws IOException {
    Transport installed = negotiation.transport();
    int last = installed == null ? 0 : lastOnTcp(installed, length);
    int most = last == 0 ? length : Math.min(last, length);
    int n = writeTcp(installed, bytes, offset, most, false);
    if (last == 0 || n < last || !switchNow(installed) || n == length) {
      return n;
    }
    try {
      SelectableSender fast = (SelectableSender) installed.stream().sender();
      return n + sendParts(fast, bytes, offset + n, length - n);
    } catch (IOException e) {
      owes(e); // TCP has taken some
      return n;
    } catch (OutOfMemoryError e) {
      Log.debug("no more than TCP took", e);
      return n;
    }
  }

  /** Has the next write, or a reader at the end of its stream, tell of this. */
  synchronized void owes(IOException failure) {
    channel.transportComes(); // the channel itself would not tell
    owed = failure;
  }

  private void throwOwed() throws IOException {
    if (owed != null) {
      IOException failure = takeOwed();
      if (failure != null) {
        throw failure;
      }
    }
  }

  private synchronized IOException takeOwed() {
    IOException failure = owed;
    owed = null;
    return failure;
  }

  /**
   * Called by a reader that has found the end of its stream: of a reset one thread is told, and
   * this write's was not.
   */
  void tellReader() throws SocketException {
    IOException failure = owed;
    if (failure != null && !BROKEN_PIPE.equals(failure.getMessage()) && takeOwed() != null) {
      String words = failure.getMessage();
      throw new SocketException(RESET_BY_PEER.equals(words) ? "Connection reset" : words);
    }
  }

  /**
   * Whether a write would take a byte, or throw: for a channel's selector.
   *
   * @param tcpIsWritable the answer if the bytes go by TCP
   */
  boolean canWrite(boolean tcpIsWritable) throws IOException {
    if (owed != null) {
      return true;
    }
    SelectableSender fast = (SelectableSender) switched;
    if (fast == null || fast.sendsOnTcp() || !lock.tryLock()) {
      return tcpIsWritable;
    }
    try {
      return fast.canSend();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sees to it that the channel's selectors are told when there is room.
   *
   * @return false if the caller must look again, now or in a moment
   */
  boolean arm() throws IOException {
    SelectableSender fast = (SelectableSender) switched;
    if (owed != null) {
      return false;
    }
    if (fast == null || fast.sendsOnTcp()) {
      return true; // the kernel tells
    }
    if (!lock.tryLock()) {
      return false;
    }
    try {
      return fast.arm();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the kernel need not watch TCP for this direction. */
  boolean leavesTcpAlone() {
    TransportSender fast = switched;
    return fast != null && !((SelectableSender) fast).isToldByTcp();
  }

  /**
   * Keeps all later bytes on TCP, where another than JFS is about to write. The caller holds the
   * lock, by {@link #lock}.
   */
  void staysOnTcp() throws IOException {
    uncertain = true;
    TransportSender fast = switched;
    if (fast == null) {
      takeBack(negotiation.transport());
    } else if (!((SelectableSender) fast).sendsOnTcp() && !((SelectableSender) fast).staysOnTcp()) {
      throw new IOException("the transport can't return to TCP");
    }
  }

  void lock() {
    lock.lock();
  }
}
