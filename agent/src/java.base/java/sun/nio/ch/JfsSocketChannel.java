package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.JfsChannelEnd;
import java.net.JfsChannels;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's socket channel while the JFS agent is installed: the JDK's own in all but the way of
 * the bytes, which is JFS's from the moment at which the connection is made. The agent has the
 * JDK's provider make it in place of its superclass. It refers to no class of JFS, since those are
 * loaded elsewhere, but to the interfaces that the agent defines in {@code java.net}.
 */
final class JfsSocketChannel extends JfsSelectedChannel {

  /** The most bytes of several buffers that are written or read at once. */
  private static final int MOST_AT_ONCE = 64 * 1024;

  /**
   * The connection, also one that stays on TCP for good, as JFS counts it. Null before there is one.
   */
  private volatile JfsChannelEnd counted;

  JfsSocketChannel(SelectorProvider provider) throws IOException {
    super(provider);
  }

  JfsSocketChannel(SelectorProvider provider, ProtocolFamily family) throws IOException {
    super(provider, family);
  }

  /** Of an accepted connection. */
  JfsSocketChannel(
      SelectorProvider provider, ProtocolFamily family, FileDescriptor fd, SocketAddress remote)
      throws IOException {
    super(provider, family, fd, remote);
    connected(false);
  }

  private void connected(boolean opened) {
    if (isNetSocket()) {
      JfsChannelEnd made = JfsChannels.make(this, tcp(), opened);
      end = made == null || made.isPlain() ? null : made;
      counted = made;
    }
  }

  @Override
  public boolean connect(SocketAddress remote) throws IOException {
    boolean done = super.connect(remote);
    if (done) {
      connected(true);
    }
    return done;
  }

  @Override
  public boolean finishConnect() throws IOException {
    boolean before = isConnected();
    boolean done = super.finishConnect();
    if (done && !before) {
      connectedOnce();
    }
    return done;
  }

  /** Several threads may finish a connection. */
  private synchronized void connectedOnce() {
    if (counted == null) {
      connected(true);
    }
  }

  @Override
  void blockingConnect(SocketAddress remote, long nanos) throws IOException {
    super.blockingConnect(remote, nanos);
    connected(true);
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null || to.isReadOnly() || !to.hasRemaining() || !isOpen() || !isInputOpen()) {
      return (int) received(super.read(to));
    }
    return isBlocking() ? readWaiting(jfs, to, 0) : readNow(jfs, to);
  }

  /** Counts what the JDK has read. */
  private long received(long bytes) {
    JfsChannelEnd jfs = counted;
    if (jfs != null && bytes != 0) {
      jfs.received(bytes);
    }
    return bytes;
  }

  /** Counts what the JDK has written. */
  private long sent(long bytes) {
    JfsChannelEnd jfs = counted;
    if (jfs != null && bytes > 0) {
      jfs.sent(bytes);
    }
    return bytes;
  }

  private int readNow(JfsChannelEnd jfs, ByteBuffer to) throws IOException {
    try {
      int n = jfs.read(to, JfsChannelEnd.NO_WAIT);
      return n == 0 && !isInputOpen() ? IOStatus.EOF : n;
    } catch (SocketException e) {
      throw isOpen() ? e : new ClosedChannelException();
    } finally {
      unarmed();
    }
  }

  private int readWaiting(JfsChannelEnd jfs, ByteBuffer to, int timeoutMillis) throws IOException {
    int n = 0;
    try {
      begin();
      reads = true;
      n = jfs.read(to, timeoutMillis);
      return n;
    } finally {
      reads = false;
      end(n > 0);
    }
  }

  @Override
  public long read(ByteBuffer[] to, int offset, int length) throws IOException {
    JfsChannelEnd jfs = end;
    Objects.checkFromIndexSize(offset, length, to.length);
    long room = jfs == null ? 0 : JfsBuffers.room(to, offset, length);
    if (room == 0 || !isOpen() || !isInputOpen()) {
      return received(super.read(to, offset, length));
    }
    ByteBuffer all = ByteBuffer.allocate((int) Math.min(room, MOST_AT_ONCE));
    int n = isBlocking() ? readWaiting(jfs, all, 0) : readNow(jfs, all);
    all.flip();
    JfsBuffers.scatter(all, to, offset);
    return n;
  }

  @Override
  int blockingRead(byte[] to, int offset, int length, long nanos) throws IOException {
    JfsChannelEnd jfs = end;
    Objects.checkFromIndexSize(offset, length, to.length);
    if (jfs == null || length == 0 || !isOpen() || !isInputOpen()) {
      return (int) received(super.blockingRead(to, offset, length, nanos));
    }
    if (!isBlocking()) {
      throw new IllegalBlockingModeException();
    }
    long millis = nanos <= 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos + 999_999);
    return readWaiting(
        jfs, ByteBuffer.wrap(to, offset, length), (int) Math.min(millis, Integer.MAX_VALUE));
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null || !from.hasRemaining() || !isOpen() || !isOutputOpen()) {
      return (int) sent(super.write(from));
    }
    return isBlocking() ? writeWaiting(jfs, from) : writeNow(jfs, from);
  }

  private int writeNow(JfsChannelEnd jfs, ByteBuffer from) throws IOException {
    try {
      return jfs.write(from, false);
    } catch (SocketException e) {
      throw isOpen() ? asOfChannel(e) : new ClosedChannelException();
    }
  }

  /** What a channel throws is no {@link SocketException} but for a read. */
  private static IOException asOfChannel(SocketException e) {
    return new IOException(e.getMessage(), e.getCause());
  }

  private int writeWaiting(JfsChannelEnd jfs, ByteBuffer from) throws IOException {
    int n = 0;
    try {
      begin();
      writes = true;
      n = jfs.write(from, true);
      return n;
    } catch (SocketException e) {
      throw asOfChannel(e);
    } finally {
      writes = false;
      end(n > 0);
    }
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    JfsChannelEnd jfs = end;
    Objects.checkFromIndexSize(offset, length, from.length);
    long left = jfs == null ? 0 : JfsBuffers.remaining(from, offset, length);
    if (left == 0 || !isOpen() || !isOutputOpen()) {
      return sent(super.write(from, offset, length));
    }
    long sent = 0;
    int n = 1;
    ByteBuffer all = ByteBuffer.allocate((int) Math.min(left, MOST_AT_ONCE));
    while (left > 0 && n > 0) {
      all.clear();
      JfsBuffers.gather(from, offset, length, all);
      all.flip();
      int size = all.remaining();
      n = isBlocking() ? writeWaiting(jfs, all) : writeNow(jfs, all);
      JfsBuffers.skip(from, offset, n);
      sent += n;
      left -= n;
      if (n < size) {
        break;
      }
    }
    return sent;
  }

  @Override
  void blockingWriteFully(byte[] from, int offset, int length) throws IOException {
    JfsChannelEnd jfs = end;
    Objects.checkFromIndexSize(offset, length, from.length);
    if (jfs == null || length == 0 || !isOpen() || !isOutputOpen()) {
      super.blockingWriteFully(from, offset, length);
      sent(length);
      return;
    }
    if (!isBlocking()) {
      throw new IllegalBlockingModeException();
    }
    writeWaiting(jfs, ByteBuffer.wrap(from, offset, length));
  }

  @Override
  int available() throws IOException {
    JfsChannelEnd jfs = end;
    return jfs == null || !isOpen() || !isInputOpen() ? super.available() : jfs.available();
  }

  @Override
  int sendOutOfBandData(byte data) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null || !isOpen() || !isOutputOpen()) {
      return super.sendOutOfBandData(data);
    }
    jfs.sendUrgent(data);
    return 1;
  }

  @Override
  public SocketChannel shutdownInput() throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null || !isOpen() || !isInputOpen()) {
      return super.shutdownInput();
    }
    jfs.shutdownInput();
    return this;
  }

  @Override
  public SocketChannel shutdownOutput() throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null || !isOpen() || !isOutputOpen()) {
      return super.shutdownOutput();
    }
    jfs.shutdownOutput();
    return this;
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> option, T value) throws IOException {
    super.setOption(option, value);
    JfsChannelEnd jfs = end;
    if (jfs != null) {
      jfs.optionSet(option, value);
    }
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // JFS returns a value of the same type
  public <T> T getOption(SocketOption<T> option) throws IOException {
    T kernels = super.getOption(option);
    JfsChannelEnd jfs = end;
    return jfs == null ? kernels : (T) jfs.option(option, kernels);
  }

  /** Waits, as the JDK does, until no thread reads or writes. */
  @Override
  protected void implConfigureBlocking(boolean block) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null) {
      super.implConfigureBlocking(block);
      return;
    }
    jfs.lock();
    try {
      super.implConfigureBlocking(block);
    } finally {
      jfs.unlock();
    }
  }

  @Override
  protected void implCloseSelectableChannel() throws IOException {
    JfsChannelEnd jfs = counted;
    if (jfs == null) {
      super.implCloseSelectableChannel();
    } else {
      jfs.close();
    }
  }

  /** The JDK's own says what its superclass is, which would be another here. */
  @Override
  public String toString() {
    String own = super.toString();
    return SocketChannel.class.getName() + own.substring(own.indexOf('['));
  }
}
