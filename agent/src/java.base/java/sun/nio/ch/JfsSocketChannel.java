package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetSocketAddress;
import java.net.JfsChannelEnd;
import java.net.JfsChannelTcp;
import java.net.JfsChannels;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SelectionKey;
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
class JfsSocketChannel extends SocketChannelImpl {

  /** The most bytes of several buffers that are written or read at once. */
  private static final int MOST_AT_ONCE = 64 * 1024;

  private static final SelectionKeyImpl[] NO_KEYS = {};

  /** JFS's end; null before there is a connection, and if JFS has no part in it. */
  private volatile JfsChannelEnd end;

  /** The keys with selectors of JFS. Replaced, never changed; written under this array's class. */
  private volatile SelectionKeyImpl[] keys = NO_KEYS;

  /** Whether a thread of the program waits in JFS, interruptibly. Guarded by JFS's locks. */
  private boolean reads;

  private boolean writes;

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
      end = JfsChannels.make(this, new Tcp(), opened);
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
    if (end == null) {
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
      return super.read(to);
    }
    return isBlocking() ? readWaiting(jfs, to, 0) : readNow(jfs, to);
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
    long room = jfs == null ? 0 : remaining(to, offset, length);
    if (room == 0 || !isOpen() || !isInputOpen()) {
      return super.read(to, offset, length);
    }
    for (int i = offset; i < offset + length; i++) {
      if (to[i].isReadOnly()) {
        return super.read(to, offset, length); // which refuses
      }
    }
    ByteBuffer all = ByteBuffer.allocate((int) Math.min(room, MOST_AT_ONCE));
    int n = isBlocking() ? readWaiting(jfs, all, 0) : readNow(jfs, all);
    all.flip();
    for (int i = offset; i < offset + length && all.hasRemaining(); i++) {
      int part = Math.min(to[i].remaining(), all.remaining());
      to[i].put(all.slice(all.position(), part));
      all.position(all.position() + part);
    }
    return n;
  }

  private static long remaining(ByteBuffer[] buffers, int offset, int length) {
    long sum = 0;
    for (int i = offset; i < offset + length; i++) {
      sum += buffers[i].remaining();
    }
    return sum;
  }

  @Override
  int blockingRead(byte[] to, int offset, int length, long nanos) throws IOException {
    JfsChannelEnd jfs = end;
    Objects.checkFromIndexSize(offset, length, to.length);
    if (jfs == null || length == 0 || !isOpen() || !isInputOpen()) {
      return super.blockingRead(to, offset, length, nanos);
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
      return super.write(from);
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
    long left = jfs == null ? 0 : remaining(from, offset, length);
    if (left == 0 || !isOpen() || !isOutputOpen()) {
      return super.write(from, offset, length);
    }
    long sent = 0;
    int n = 1;
    ByteBuffer all = ByteBuffer.allocate((int) Math.min(left, MOST_AT_ONCE));
    while (left > 0 && n > 0) {
      all.clear();
      gather(from, offset, length, all);
      all.flip();
      int size = all.remaining();
      n = isBlocking() ? writeWaiting(jfs, all) : writeNow(jfs, all);
      skip(from, offset, n);
      sent += n;
      left -= n;
      if (n < size) {
        break;
      }
    }
    return sent;
  }

  private static void gather(ByteBuffer[] from, int offset, int length, ByteBuffer all) {
    for (int i = offset; i < offset + length && all.hasRemaining(); i++) {
      ByteBuffer one = from[i];
      int part = Math.min(one.remaining(), all.remaining());
      all.put(one.slice(one.position(), part));
    }
  }

  private static void skip(ByteBuffer[] from, int offset, int count) {
    int left = count;
    for (int i = offset; left > 0; i++) {
      int part = Math.min(left, from[i].remaining());
      from[i].position(from[i].position() + part);
      left -= part;
    }
  }

  @Override
  void blockingWriteFully(byte[] from, int offset, int length) throws IOException {
    JfsChannelEnd jfs = end;
    Objects.checkFromIndexSize(offset, length, from.length);
    if (jfs == null || length == 0 || !isOpen() || !isOutputOpen()) {
      super.blockingWriteFully(from, offset, length);
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
    JfsChannelEnd jfs = end;
    if (jfs == null) {
      super.implCloseSelectableChannel();
    } else {
      jfs.close();
    }
  }

  /** The end of the JDK's own close; JFS calls this through {@link Tcp}. */
  private void closeTcp() throws IOException {
    super.implCloseSelectableChannel();
  }

  // Selectors

  /** A selector of JFS has a key of this channel. */
  void registered(SelectionKeyImpl key) {
    synchronized (JfsSocketChannel.class) {
      SelectionKeyImpl[] more = new SelectionKeyImpl[keys.length + 1];
      System.arraycopy(keys, 0, more, 0, keys.length);
      more[keys.length] = key;
      keys = more;
    }
  }

  /** That key is gone. */
  void deregistered(SelectionKeyImpl key) {
    synchronized (JfsSocketChannel.class) {
      int at = 0;
      while (at < keys.length && keys[at] != key) {
        at++;
      }
      if (at < keys.length) {
        SelectionKeyImpl[] less = new SelectionKeyImpl[keys.length - 1];
        System.arraycopy(keys, 0, less, 0, at);
        System.arraycopy(keys, at + 1, less, at, less.length - at);
        keys = less;
      }
    }
  }

  /** A thread has read: no doorbell comes until a selector asks for one. */
  private void unarmed() {
    for (SelectionKeyImpl key : keys) {
      ((JfsEPollSelector) key.selector()).unarmed(key);
    }
  }

  /** What a look without the kernel finds, for the operations that a key asks for. */
  int readyWithoutKernel(int interest) {
    JfsChannelEnd jfs = end;
    int ready = 0;
    if (jfs != null) {
      if ((interest & SelectionKey.OP_READ) != 0 && jfs.canRead(false)) {
        ready |= Net.POLLIN;
      }
      if ((interest & SelectionKey.OP_WRITE) != 0 && jfs.canWrite(false)) {
        ready |= Net.POLLOUT;
      }
    }
    return ready;
  }

  /** Whether the kernel tells from now on when there is something to read. */
  boolean arm() {
    JfsChannelEnd jfs = end;
    return jfs == null || jfs.arm();
  }

  /** Whether the kernel tells when there is room. */
  boolean isWritableOnTcp() {
    JfsChannelEnd jfs = end;
    return jfs == null || (jfs.canWrite(true) && !jfs.canWrite(false));
  }

  @Override
  public int translateInterestOps(int ops) {
    JfsChannelEnd jfs = end;
    int events = super.translateInterestOps(ops);
    // TCP is always writable once the bytes go another way.
    return jfs != null && (ops & SelectionKey.OP_WRITE) != 0 && !jfs.canWrite(true)
        ? events & ~Net.POLLOUT
        : events;
  }

  @Override
  public boolean translateReadyOps(int events, int initialOps, SelectionKeyImpl key) {
    JfsChannelEnd jfs = end;
    int told = events;
    if (jfs != null && (events & (Net.POLLERR | Net.POLLHUP | Net.POLLNVAL)) == 0) {
      JfsEPollSelector selector = (JfsEPollSelector) key.selector();
      if ((events & Net.POLLIN) != 0 && !jfs.canRead(true)) {
        told &= ~Net.POLLIN;
        selector.unarmed(key);
      }
      if ((events & Net.POLLOUT) != 0 && !jfs.canWrite(true)) {
        told &= ~Net.POLLOUT;
        selector.setEventOps(key);
      }
      if (told != events) {
        selector.foundNothing();
      }
    }
    return super.translateReadyOps(told, initialOps, key);
  }

  // FileChannel.transferTo, which gives the kernel this channel's descriptor

  /** From JDK 21 on, the JDK says when it does that; before, it copies if there is none. */
  @Override
  public FileDescriptor getFD() {
    JfsChannelEnd jfs = end;
    return jfs == null || Transfers.ARE_TOLD || jfs.isPlain() ? super.getFD() : null;
  }

  @Override
  public void park(int event, long nanos) throws IOException {
    if (end == null || Transfers.ARE_TOLD) {
      super.park(event, nanos);
    } else {
      Net.poll(super.getFD(), event, nanos <= 0 ? -1 : TimeUnit.NANOSECONDS.toMillis(nanos + 999_999));
    }
  }

  /** Overrides a method that JDK 17 does not have. */
  void beforeTransferTo() throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs != null) {
      jfs.otherWrites();
    }
    boolean begun = false;
    try {
      Transfers.call(Transfers.BEFORE, this);
      begun = true;
    } finally {
      if (!begun && jfs != null) {
        jfs.otherHasWritten();
      }
    }
  }

  /** Overrides a method that JDK 17 does not have. */
  void afterTransferTo(boolean completed) throws IOException {
    JfsChannelEnd jfs = end;
    try {
      Transfers.call(Transfers.AFTER, this, completed);
    } finally {
      if (jfs != null) {
        jfs.otherHasWritten();
      }
    }
  }

  /** The JDK's own methods around a transfer, where it has them. */
  private static final class Transfers {
    static final MethodHandle BEFORE = find("beforeTransferTo", MethodType.methodType(void.class));
    static final MethodHandle AFTER =
        find("afterTransferTo", MethodType.methodType(void.class, boolean.class));
    static final boolean ARE_TOLD = BEFORE != null && AFTER != null;

    private static MethodHandle find(String name, MethodType type) {
      try {
        return MethodHandles.privateLookupIn(JfsSocketChannel.class, MethodHandles.lookup())
            .findSpecial(SocketChannelImpl.class, name, type, JfsSocketChannel.class);
      } catch (ReflectiveOperationException e) {
        return null;
      }
    }

    static void call(MethodHandle method, Object... arguments) throws IOException {
      try {
        method.invokeWithArguments(arguments);
      } catch (IOException | RuntimeException | Error e) {
        throw e;
      } catch (Throwable t) {
        throw new IOException(t);
      }
    }
  }

  /** The JDK's own says what its superclass is, which would be another here. */
  @Override
  public String toString() {
    String own = super.toString();
    return SocketChannel.class.getName() + own.substring(own.indexOf('['));
  }

  /** The TCP connection, for JFS. */
  private final class Tcp implements JfsChannelTcp {

    @Override
    public int read(byte[] bytes, int offset, int length, long nanos) throws IOException {
      try {
        return nanos > 0
            ? JfsSocketChannel.super.blockingRead(bytes, offset, length, nanos)
            : JfsSocketChannel.super.read(ByteBuffer.wrap(bytes, offset, length));
      } finally {
        if (reads) {
          begin(); // the JDK's read has ended what the channel's had begun
        }
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
      try {
        while (left.hasRemaining()) {
          if (JfsSocketChannel.super.write(left) == 0) {
            Net.poll(JfsSocketChannel.super.getFD(), Net.POLLOUT, -1);
          }
        }
      } finally {
        if (writes) {
          begin();
        }
      }
    }

    @Override
    public int tryRead(byte[] bytes, int offset, int length) throws IOException {
      if (isOpen() && !isBlocking()) {
        return JfsSocketChannel.super.read(ByteBuffer.wrap(bytes, offset, length));
      }
      if (Net.poll(descriptor(), Net.POLLIN, 0) == 0) {
        return 0;
      }
      int n =
          IOUtil.read(
              descriptor(), ByteBuffer.wrap(bytes, offset, length), -1, new SocketDispatcher());
      return IOStatus.normalize(n);
    }

    @Override
    public int tryWrite(byte[] bytes, int offset, int length) throws IOException {
      return JfsSocketChannel.super.write(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void awaitReadable(int millis) throws IOException {
      Net.poll(descriptor(), Net.POLLIN, millis);
    }

    @Override
    public int readable() throws IOException {
      return JfsSocketChannel.super.available();
    }

    @Override
    public void endInput() throws IOException {
      JfsSocketChannel.super.shutdownInput();
    }

    @Override
    public void endOutput() throws IOException {
      JfsSocketChannel.super.shutdownOutput();
    }

    @Override
    public void sendUrgent(int data) throws IOException {
      JfsSocketChannel.super.sendOutOfBandData((byte) data);
    }

    @Override
    public void end() throws IOException {
      closeTcp();
    }

    @Override
    public Object kernelOption(SocketOption<?> option) throws IOException {
      return option == StandardSocketOptions.SO_LINGER
          ? Net.getSocketOption(descriptor(), Net.UNSPEC, option)
          : JfsSocketChannel.super.getOption(option);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller knows
    public void kernelOption(SocketOption<?> option, Object value) throws IOException {
      if (option == StandardSocketOptions.SO_LINGER) {
        Net.setSocketOption(descriptor(), Net.UNSPEC, option, value);
      } else {
        JfsSocketChannel.super.setOption((SocketOption<Object>) option, value);
      }
    }

    @Override
    public int kernelPeerPort() throws IOException {
      return isOpen() ? Net.remoteAddress(descriptor()).getPort() : 0;
    }

    @Override
    public FileDescriptor descriptor() {
      return JfsSocketChannel.super.getFD();
    }

    @Override
    public InetSocketAddress local() {
      return (InetSocketAddress) localAddress();
    }

    @Override
    public InetSocketAddress remote() {
      return (InetSocketAddress) remoteAddress();
    }
  }
}
