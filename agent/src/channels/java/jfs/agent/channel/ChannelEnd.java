package jfs.agent.channel;

import java.io.IOException;
import java.net.JfsAccount;
import java.net.JfsChannelEnd;
import java.net.JfsChannels;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import jfs.core.ChannelConnection;
import jfs.core.runtime.VirtualThreads;
import jfs.core.stats.ConnectionStats;
import jfs.core.switchover.SelectableConnection;

/**
 * What the JDK's channel calls: passes on to JFS's connection, and turns buffers into arrays. Any
 * thread may call.
 */
final class ChannelEnd implements JfsChannelEnd {

  /** The most bytes of a direct buffer that are copied at once. */
  private static final int MOST_COPIED = 64 * 1024;

  /** The same where a second write might wait, although the first has written some. */
  private static final int MOST_WRITTEN_ONCE = 256 * 1024;

  private final ChannelConnection connection;
  private final JfsAccount account;

  private static final AtomicReferenceFieldUpdater<ChannelEnd, byte[]> READ_COPY =
      AtomicReferenceFieldUpdater.newUpdater(ChannelEnd.class, byte[].class, "readCopy");

  private static final AtomicReferenceFieldUpdater<ChannelEnd, byte[]> WRITE_COPY =
      AtomicReferenceFieldUpdater.newUpdater(ChannelEnd.class, byte[].class, "writeCopy");

  /** Arrays for the bytes of direct buffers, one for each direction; null while in use. */
  private volatile byte[] readCopy;

  private volatile byte[] writeCopy;

  ChannelEnd(ChannelConnection connection, JfsAccount account) {
    this.connection = connection;
    this.account = account;
  }

  @Override
  public int read(ByteBuffer to, int timeoutMillis) throws IOException {
    if (timeoutMillis <= 0) { // with a timeout, the channel's own mode is not what counts
      int n = connection.make().readStraight(to, timeoutMillis != NO_WAIT);
      if (n != SelectableConnection.NOT_STRAIGHT) {
        if (timeoutMillis == NO_WAIT && readCopy != null) {
          readCopy = null; // of a read before the switch: such reads need none any more
        }
        return n;
      }
    }
    if (to.hasArray()) {
      int at = to.position();
      int n = read(to.array(), to.arrayOffset() + at, to.remaining(), timeoutMillis);
      if (n > 0) {
        to.position(at + n);
      }
      return n;
    }
    int most = Math.min(to.remaining(), MOST_COPIED);
    byte[] copy = take(READ_COPY, most);
    int n = 0;
    try {
      n = read(copy, 0, most, timeoutMillis);
      if (n > 0) {
        to.put(copy, 0, n);
      }
      return n;
    } finally {
      // Of many channels that wait in selectors, most have nothing to read.
      readCopy = n <= 0 && timeoutMillis == NO_WAIT ? null : copy;
    }
  }

  private byte[] take(AtomicReferenceFieldUpdater<ChannelEnd, byte[]> kept, int size) {
    byte[] copy = kept.getAndSet(this, null);
    return copy != null && copy.length >= size ? copy : new byte[size];
  }

  private int read(byte[] to, int offset, int length, int timeoutMillis) throws IOException {
    SelectableConnection fast = connection.make();
    return fast.read(to, offset, length, timeoutMillis);
  }

  @Override
  public int write(ByteBuffer from, boolean waits) throws IOException {
    int start = from.position();
    try {
      int n = connection.make().writeStraight(from);
      if (n == SelectableConnection.NOT_STRAIGHT) {
        if (waits || canWrite(true)) { // else there is no room, and a copy would be for nothing
          writeArrays(from, waits);
        }
      } else if (waits && from.hasRemaining()) {
        writeRest(from);
      }
    } catch (ClosedChannelException e) {
      throw e; // also for an interrupt, whatever was sent
    } catch (IOException e) {
      if (from.position() == start) {
        throw e;
      }
      owes(e);
    }
    return from.position() - start;
  }

  @Override
  public boolean writesParts() {
    return VirtualThreads.isVirtual(Thread.currentThread());
  }

  @Override
  public boolean neverWaits() {
    SelectableConnection fast = connection.made();
    return fast != null && fast.neverWaits();
  }

  /** Goes on with a write that waits and has written some. */
  private void writeRest(ByteBuffer from) throws IOException {
    if (!writesParts()) {
      writeArrays(from, true);
    } else if (neverWaits()) {
      writeArrays(from, false);
    }
  }

  @Override
  public void owes(IOException failure) {
    connection.made().owes(failure);
  }

  private void writeArrays(ByteBuffer from, boolean waits) throws IOException {
    if (from.hasArray()) {
      int at = from.position();
      int n = write(from.array(), from.arrayOffset() + at, from.remaining(), waits);
      from.position(at + n);
      return;
    }
    boolean once = waits && writesParts();
    int most = once && !neverWaits() ? MOST_WRITTEN_ONCE : MOST_COPIED;
    int part = Math.min(from.remaining(), most);
    boolean goesOn = writeCopied(from, part, waits) == part;
    while (goesOn && from.hasRemaining() && (!once || neverWaits())) {
      part = Math.min(from.remaining(), MOST_COPIED);
      goesOn = writeCopied(from, part, waits && !once) == part;
    }
  }

  private int writeCopied(ByteBuffer from, int part, boolean waits) throws IOException {
    byte[] copy = take(WRITE_COPY, part);
    int n = 0;
    try {
      from.get(from.position(), copy, 0, part);
      n = write(copy, 0, part, waits);
      from.position(from.position() + n);
      return n;
    } finally {
      writeCopy = copy.length > MOST_COPIED || (n <= 0 && !waits) ? null : copy;
    }
  }

  private int write(byte[] from, int offset, int length, boolean waits) throws IOException {
    SelectableConnection fast = connection.make();
    return waits
        ? fast.writeWaiting(from, offset, length)
        : fast.tryWrite(from, offset, length);
  }

  @Override
  public boolean canRead(boolean tcpIsReadable) {
    SelectableConnection fast = connection.made();
    return fast == null ? tcpIsReadable : fast.canRead(tcpIsReadable);
  }

  @Override
  public boolean canWrite(boolean tcpIsWritable) {
    SelectableConnection fast = connection.made();
    return fast == null ? tcpIsWritable : fast.canWrite(tcpIsWritable);
  }

  @Override
  public boolean arm(boolean receiving, boolean sending, JfsChannels.EventFd eventFd) {
    SelectableConnection fast = connection.made();
    return fast == null // the kernel tells
        || fast.arm(receiving, sending, eventFd == null ? null : ((ChannelEventFd) eventFd).own());
  }

  @Override
  public void disarm() {
    SelectableConnection fast = connection.made();
    if (fast != null) {
      fast.disarm();
    }
  }

  @Override
  public boolean leavesTcpAlone(boolean receiving) {
    SelectableConnection fast = connection.made();
    return fast != null && fast.leavesTcpAlone(receiving);
  }

  @Override
  public boolean isFast(boolean receiving, boolean sending) {
    SelectableConnection fast = connection.made();
    return fast != null && fast.hasLeftTcp(receiving, sending);
  }

  @Override
  public boolean mayRead() {
    SelectableConnection fast = connection.made();
    return fast != null && fast.mayRead();
  }

  @Override
  public boolean isPlain() {
    return !connection.mayLeaveTcp();
  }

  @Override
  public JfsAccount account() {
    return account;
  }

  @Override
  public void due() throws IOException {
    connection.due();
  }

  @Override
  public int readByChannel(ByteBuffer to, int from, int n) {
    return connection.made().readByChannel(to, from, n);
  }

  @Override
  public void received(long bytes) {
    ConnectionStats stats = connection.stats();
    if (stats != null && bytes > 0) {
      stats.addReceived(bytes);
    } else if (stats != null) {
      stats.inputEnded();
    }
  }

  @Override
  public void sent(long bytes) {
    ConnectionStats stats = connection.stats();
    if (stats != null) {
      stats.addSent(bytes);
    }
  }

  @Override
  public int available() throws IOException {
    return connection.available();
  }

  @Override
  public void sendUrgent(int data, boolean waits) throws IOException {
    connection.sendUrgentData(data, waits);
  }

  @Override
  public void shutdownInput() throws IOException {
    connection.shutdownInput();
    connection.stats().inputEnded();
  }

  @Override
  public void shutdownOutput() throws IOException {
    connection.shutdownOutput();
    connection.stats().outputEnded();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  @Override
  public void otherWrites() throws IOException {
    connection.make().otherWrites();
  }

  @Override
  public void otherHasWritten() {
    connection.made().otherHasWritten();
  }

  @Override
  public void optionSet(SocketOption<?> option, Object value) throws IOException {
    connection.optionSet(option, value);
  }

  @Override
  public Object option(SocketOption<?> option, Object kernels) {
    return connection.option(option, kernels);
  }
}
