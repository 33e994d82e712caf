package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.JfsAccount;
import java.net.JfsChannelEnd;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * A channel that reads by JFS once a transport is known, or if it blocks; before that it reads TCP
 * itself, and counts. If the stack overflows in JFS, the JVM lets it come to an end first, as for
 * sockets: else the peer might be left asleep.
 */
abstract class JfsReadingChannel extends JfsSelectedChannel {

  /** The most bytes of several buffers that are read or written at once. */
  static final int MOST_AT_ONCE = 64 * 1024;

  private static final String RESET = "Connection reset";

  /**
   * The connection, also one that stays on TCP for good, as JFS counts it. Null before there is
   * one.
   */
  volatile JfsChannelEnd counted;

  /** Of the connection; null if there is none, or JFS has no part in it. Guarded by the turns. */
  JfsAccount account;

  /**
   * A thread takes its turn before it looks whether the channel is open, and before it has the
   * JDK's hook for interrupts. The JDK's own locks come after that.
   */
  final ReentrantLock readTurn = new ReentrantLock();

  /** Guarded by the turn to read. */
  private final Held held = new Held();

  /** Whether the program was told of a reset. Guarded by the turn to read. */
  private boolean reset;

  JfsReadingChannel(SelectorProvider provider) throws IOException {
    super(provider);
  }

  JfsReadingChannel(SelectorProvider provider, ProtocolFamily family) throws IOException {
    super(provider, family);
  }

  JfsReadingChannel(
      SelectorProvider provider, ProtocolFamily family, FileDescriptor fd, SocketAddress remote)
      throws IOException {
    super(provider, family, fd, remote);
  }

  /** Counts what the JDK has read. */
  private long received(long bytes) {
    JfsChannelEnd jfs = counted;
    if (jfs != null && bytes != 0) {
      jfs.received(bytes);
    }
    return bytes;
  }

  @Override
  @ReservedStackAccess
  public int read(ByteBuffer to) throws IOException {
    Objects.requireNonNull(to);
    readTurn.lock();
    try {
      if (account == null || isJdksToRead() || to.isReadOnly() || !to.hasRemaining()) {
        return super.read(to);
      }
      return end == null ? readInMode(to) : held.read(ownDescriptor(), to);
    } finally {
      readTurn.unlock();
    }
  }

  private int readInMode(ByteBuffer to) throws IOException {
    JfsChannelEnd jfs = end;
    if (isBlocking()) {
      return jfs == null ? readByJdk(to) : readWaiting(jfs, to, 0);
    }
    return leavesToJfs ? readNow(jfs, to) : readItself(to);
  }

  /** A read while the buffers' memory can't be freed. */
  private final class Held extends JfsHeldRead {

    Held() {
      super(false);
    }

    @Override
    int readNext(ByteBuffer to) throws IOException {
      return readInMode(to);
    }
  }

  /** Reads for a connection that stays on TCP. */
  private int readByJdk(ByteBuffer to) throws IOException {
    try {
      return (int) received(super.read(to));
    } catch (SocketException e) {
      throw noted(e);
    }
  }

  /**
   * Whether the JDK says what a read does now, because input is closed. Throws if the channel is, and
   * for a reset that the program was told of.
   */
  private boolean isJdksToRead() throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException(); // the JDK may not know yet
    }
    if (!isInputOpen()) {
      return true;
    }
    checkNotReset();
    return false;
  }

  /** Throws for a reset of which a read has told, unless the reading thread is interrupted. */
  private void checkNotReset() throws IOException {
    if ((reset || tcpReset) && isOpen() && isInputOpen()) {
      if (isBlocking() && Thread.currentThread().isInterrupted()) {
        begin(); // it closes the channel
        end(false);
      }
      throw new SocketException(RESET);
    }
  }

  /** Reads without JFS, which is told once it wants to know. */
  private int readItself(ByteBuffer to) throws IOException {
    int from = to.position();
    int n;
    try {
      n = readTcp(to);
    } catch (SocketException e) {
      if (leavesToJfs) {
        return readNow(end, to); // which meets the same, and knows what it means
      }
      throw isOpen() ? noted(e) : new ClosedChannelException();
    }
    if (n > 0 && !leavesToJfs) {
      if (account.read(n)) {
        askJfs();
      }
      return n;
    }
    JfsChannelEnd jfs = end;
    if (n > 0) {
      try {
        int own = jfs.readByChannel(to, from, n);
        return own == JfsChannelEnd.AGAIN ? readNow(jfs, to) : own;
      } finally {
        unarmed();
      }
    }
    if (n == 0) {
      return isInputOpen() ? 0 : IOStatus.EOF;
    }
    // A peer that had agreed to a transport before it ended has made this end known of that first.
    return leavesToJfs ? readNow(jfs, to) : (int) received(n);
  }

  /** Has JFS look whether the connection is worth a transport. */
  final void askJfs() {
    try {
      counted.due();
    } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
      // The program's read or write is done, and must report that. JFS is asked again at the next.
    }
  }

  private int readNow(JfsChannelEnd jfs, ByteBuffer to) throws IOException {
    try {
      int n = JfsCalls.read(jfs, to, JfsChannelEnd.NO_WAIT);
      return n == 0 && !isInputOpen() ? IOStatus.EOF : n;
    } catch (SocketException e) {
      throw isOpen() ? noted(e) : new ClosedChannelException();
    } finally {
      unarmed();
    }
  }

  private int readWaiting(JfsChannelEnd jfs, ByteBuffer to, int timeoutMillis) throws IOException {
    int n = 0;
    try {
      begin();
      reader = Thread.currentThread();
      n = JfsCalls.read(jfs, to, timeoutMillis);
      return n;
    } catch (SocketException e) {
      throw noted(e);
    } finally {
      reader = null;
      ClosedByInterruptException interrupted = readerInterrupted;
      readerInterrupted = null;
      end(n > 0, interrupted);
    }
  }

  /** Notes a reset, of which every later read tells again. */
  private SocketException noted(SocketException e) {
    reset |= isOpen() && RESET.equals(e.getMessage());
    return e;
  }

  @Override
  @ReservedStackAccess
  public long read(ByteBuffer[] to, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, to.length);
    readTurn.lock();
    try {
      JfsChannelEnd jfs = end;
      if (jfs == null) {
        checkNotReset();
        return readByJdk(to, offset, length);
      }
      long room = isJdksToRead() ? 0 : JfsBuffers.room(to, offset, length);
      if (room == 0) {
        return super.read(to, offset, length);
      }
      return held.read(ownDescriptor(), to, offset, length);
    } finally {
      readTurn.unlock();
    }
  }

  private long readByJdk(ByteBuffer[] to, int offset, int length) throws IOException {
    try {
      return received(super.read(to, offset, length));
    } catch (SocketException e) {
      throw noted(e);
    }
  }

  @Override
  @ReservedStackAccess
  int blockingRead(byte[] to, int offset, int length, long nanos) throws IOException {
    Objects.checkFromIndexSize(offset, length, to.length);
    readTurn.lock();
    try {
      JfsChannelEnd jfs = end;
      if (account == null || length == 0 || !isBlocking() || isJdksToRead()) {
        return super.blockingRead(to, offset, length, nanos);
      }
      if (jfs == null) {
        return readByJdk(to, offset, length, nanos);
      }
      long millis = nanos <= 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos + 999_999);
      return readWaiting(
          jfs, ByteBuffer.wrap(to, offset, length), (int) Math.min(millis, Integer.MAX_VALUE));
    } finally {
      readTurn.unlock();
    }
  }

  private int readByJdk(byte[] to, int offset, int length, long nanos) throws IOException {
    try {
      return (int) received(super.blockingRead(to, offset, length, nanos));
    } catch (SocketException e) {
      throw noted(e);
    }
  }

  @Override
  int available() throws IOException {
    JfsChannelEnd jfs = end;
    return jfs == null || !isOpen() || !isInputOpen() ? super.available() : jfs.available();
  }

  @Override
  @ReservedStackAccess
  public SocketChannel shutdownInput() throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null || !isOpen() || !isInputOpen()) {
      return super.shutdownInput();
    }
    jfs.shutdownInput();
    return this;
  }

  /**
   * Takes the hook for interrupts back. The JDK tells of an interrupt once, and then also of an
   * operation that has completed: TCP, within JFS, may have been told already.
   */
  final void end(boolean completed, ClosedByInterruptException before)
      throws AsynchronousCloseException {
    try {
      end(completed);
    } catch (AsynchronousCloseException e) {
      throw before == null ? e : before;
    }
    if (before != null) {
      throw before;
    }
  }
}
