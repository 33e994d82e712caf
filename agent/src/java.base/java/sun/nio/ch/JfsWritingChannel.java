package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
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
import java.util.concurrent.locks.ReentrantLock;
import jdk.internal.vm.annotation.ReservedStackAccess;

/** A channel that also writes so, and ends its output. */
abstract class JfsWritingChannel extends JfsReadingChannel {

  /** Up to so many bytes of several buffers are copied together: the peer is woken for all. */
  private static final int MOST_GATHERED = 8 * 1024;

  /** So many where a second write might wait, although the first has written some. */
  private static final int MOST_GATHERED_ONCE = 256 * 1024;

  /** As {@link #readTurn}, for writes. */
  private final ReentrantLock writeTurn = new ReentrantLock();

  /** Guarded by the turn to write. */
  private final Held held = new Held();

  /** Whether the program has ended the output. Set before a writer can learn of it from JFS. */
  private volatile boolean outputEnds;

  /** Whether it has ended, and without an error. */
  private volatile boolean outputEnded;

  JfsWritingChannel(SelectorProvider provider) throws IOException {
    super(provider);
  }

  JfsWritingChannel(SelectorProvider provider, ProtocolFamily family) throws IOException {
    super(provider, family);
  }

  JfsWritingChannel(
      SelectorProvider provider, ProtocolFamily family, FileDescriptor fd, SocketAddress remote)
      throws IOException {
    super(provider, family, fd, remote);
  }

  @Override
  void awaitTurns() {
    lock();
    unlock();
  }

  @Override
  void takeTurnToWrite() {
    writeTurn.lock();
  }

  @Override
  void giveTurnToWrite() {
    writeTurn.unlock();
  }

  /** Takes both turns: a thread that reads or writes meanwhile would not be counted. */
  final void lock() {
    boolean both = false;
    readTurn.lock();
    try {
      writeTurn.lock();
      both = true;
    } finally {
      if (!both) {
        readTurn.unlock(); // no memory to wait
      }
    }
  }

  final void unlock() {
    writeTurn.unlock();
    readTurn.unlock();
  }

  /** Counts what the JDK has written. */
  private long sent(long bytes) {
    JfsChannelEnd jfs = counted;
    if (jfs != null && bytes > 0) {
      jfs.sent(bytes);
    }
    return bytes;
  }

  @Override
  @ReservedStackAccess
  public int write(ByteBuffer from) throws IOException {
    Objects.requireNonNull(from);
    writeTurn.lock();
    try {
      if (account == null || isJdksToWrite() || !from.hasRemaining()) {
        return super.write(from);
      }
      JfsChannelEnd jfs = end;
      if (jfs == null) {
        return isBlocking() ? (int) sent(super.write(from)) : writeItself(from);
      }
      return held.write(ownDescriptor(), from);
    } finally {
      writeTurn.unlock();
    }
  }

  /** A write while the buffers' memory can't be freed. */
  private final class Held extends JfsHeldWrite {

    Held() {
      super(false);
    }

    @Override
    int writeNext(ByteBuffer from) throws IOException {
      if (isBlocking()) {
        return writeWaiting(end, from);
      }
      return leavesToJfs ? writeNow(end, from) : writeItself(from);
    }

    @Override
    long writeNext(ByteBuffer[] from, int offset, int length) throws IOException {
      return writeSeveral(end, from, offset, length);
    }
  }

  /** Whether the JDK says what a write does now, because output is closed. */
  private boolean isJdksToWrite() throws ClosedChannelException {
    if (!isOpen()) {
      throw new ClosedChannelException(); // the JDK may not know yet
    }
    boolean open = super.isOutputOpen();
    if (open && outputEnds) {
      throw new AsynchronousCloseException(); // as the JDK does, if it knows
    }
    return !open;
  }

  /** Writes without JFS, which is told once it wants to know. */
  private int writeItself(ByteBuffer from) throws IOException {
    boolean done = false;
    try {
      int n = writeTcp(from);
      wroteItself(n);
      done = true;
      return n;
    } catch (SocketException e) {
      throw isOpen() ? asOfChannel(e) : new ClosedChannelException();
    } finally {
      if (!done) {
        account.writeFailed();
      }
    }
  }

  private long writeItself(ByteBuffer[] from, int offset, int length) throws IOException {
    boolean done = false;
    try {
      long n = super.write(from, offset, length);
      wroteItself(n);
      done = true;
      return n;
    } finally {
      if (!done) {
        account.writeFailed();
      }
    }
  }

  private void wroteItself(long n) {
    if (n > 0 && account.wrote(n)) {
      askJfs();
    }
  }

  private int writeNow(JfsChannelEnd jfs, ByteBuffer from) throws IOException {
    try {
      return JfsCalls.write(jfs, from, false);
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
      beginWaiting();
      n = JfsCalls.write(jfs, from, true);
      return n;
    } catch (SocketException e) {
      throw outputEnds ? new AsynchronousCloseException() : asOfChannel(e);
    } finally {
      endWaiting(n > 0);
    }
  }

  private void beginWaiting() {
    begin();
    writer = Thread.currentThread();
  }

  private void endWaiting(boolean completed) throws AsynchronousCloseException {
    writer = null;
    ClosedByInterruptException interrupted = writerInterrupted;
    writerInterrupted = null;
    end(completed, interrupted);
  }

  @Override
  @ReservedStackAccess
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, from.length);
    writeTurn.lock();
    try {
      JfsChannelEnd jfs = end;
      if (account != null && !leavesToJfs && !isBlocking() && !isJdksToWrite()) {
        return writeItself(from, offset, length);
      }
      if (jfs == null) {
        return sent(super.write(from, offset, length));
      }
      long left = isJdksToWrite() ? 0 : JfsBuffers.remaining(from, offset, length);
      if (left == 0) {
        return super.write(from, offset, length);
      }
      return held.write(ownDescriptor(), from, offset, length);
    } finally {
      writeTurn.unlock();
    }
  }

  private long writeSeveral(JfsChannelEnd jfs, ByteBuffer[] from, int offset, int length)
      throws IOException {
    long left = JfsBuffers.remaining(from, offset, length);
    ByteBuffer[] each = JfsBuffers.apart(from, offset, length);
    try {
      return left > MOST_GATHERED && jfs.isFast(false, true) && takesEach(jfs)
          ? writeEach(jfs, each, offset, length)
          : gather(jfs, each, offset, length, left);
    } finally {
      JfsBuffers.follow(from, each, offset, length);
    }
  }

  /** Whether a write of the next buffer does not wait where one before has written something. */
  private boolean takesEach(JfsChannelEnd jfs) {
    return jfs.neverWaits() || !isBlocking() || !jfs.writesParts();
  }

  private long gather(JfsChannelEnd jfs, ByteBuffer[] from, int offset, int length, long bytes)
      throws IOException {
    boolean once = isBlocking() && jfs.writesParts();
    int most = once && !jfs.neverWaits() ? MOST_GATHERED_ONCE : MOST_AT_ONCE;
    ByteBuffer all = ByteBuffer.allocate((int) Math.min(bytes, most));
    long sent = 0;
    boolean goesOn = true;
    while (goesOn && sent < bytes) {
      all.clear();
      JfsBuffers.gather(from, offset, length, all);
      all.flip();
      int size = all.remaining();
      int n;
      try {
        n = isBlocking() && !(once && sent > 0) ? writeWaiting(jfs, all) : writeNow(jfs, all);
      } catch (IOException e) {
        keep(e, jfs, sent);
        return sent;
      }
      JfsBuffers.skip(from, offset, n);
      sent += n;
      goesOn = n == size && (!once || jfs.neverWaits());
    }
    return sent;
  }

  /** Writes one after the other, each without a copy, as far as there is room. */
  private long writeEach(JfsChannelEnd jfs, ByteBuffer[] from, int offset, int length)
      throws IOException {
    boolean once = isBlocking() && jfs.writesParts();
    long sent = 0;
    for (int i = offset; i < offset + length; i++) {
      if (from[i].hasRemaining()) {
        try {
          boolean waits = isBlocking() && !(once && sent > 0);
          sent += waits ? writeWaiting(jfs, from[i]) : writeNow(jfs, from[i]);
        } catch (IOException e) {
          keep(e, jfs, sent);
          return sent;
        }
        if (from[i].hasRemaining() || (once && !jfs.neverWaits())) {
          return sent;
        }
      }
    }
    return sent;
  }

  /** Keeps an error for the next write, if the program is to be told of bytes that were sent. */
  private void keep(IOException error, JfsChannelEnd jfs, long sent) throws IOException {
    if (sent == 0 || !isOpen()) {
      throw error;
    }
    jfs.owes(error);
  }

  @Override
  @ReservedStackAccess
  void blockingWriteFully(byte[] from, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, from.length);
    ByteBuffer left = ByteBuffer.wrap(from, offset, length);
    writeTurn.lock();
    try {
      JfsChannelEnd jfs = end;
      if (jfs == null || length == 0) {
        super.blockingWriteFully(from, offset, length);
        sent(length);
        return;
      }
      while (left.hasRemaining()) {
        if (left.position() > offset && !isOpen()) {
          throw new AsynchronousCloseException(); // another thread has closed it meanwhile
        }
        if (isJdksToWrite() || !isBlocking()) {
          super.blockingWriteFully(from, left.position(), left.remaining());
          return;
        }
        writeWaiting(jfs, left);
      }
    } finally {
      writeTurn.unlock();
    }
  }

  @Override
  int sendOutOfBandData(byte data) throws IOException {
    writeTurn.lock();
    try {
      JfsChannelEnd jfs = end;
      if (jfs == null || !isOpen() || !super.isOutputOpen()) {
        return super.sendOutOfBandData(data);
      }
      if (isBlocking()) {
        sendUrgentWaiting(jfs, data);
      } else {
        jfs.sendUrgent(data, false);
      }
      return 1;
    } finally {
      writeTurn.unlock();
    }
  }

  private void sendUrgentWaiting(JfsChannelEnd jfs, byte data) throws IOException {
    boolean sent = false;
    try {
      beginWaiting();
      jfs.sendUrgent(data, true);
      sent = true;
    } finally {
      endWaiting(sent);
    }
  }

  @Override
  @ReservedStackAccess
  public SocketChannel shutdownOutput() throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null || !isOpen() || !super.isOutputOpen()) {
      return super.shutdownOutput();
    }
    if (!outputEnded) {
      outputEnds = true;
      jfs.shutdownOutput();
      outputEnded = true;
    }
    return this;
  }

  /** The JDK does not know yet, or never will: a transport need not end TCP's direction as well. */
  @Override
  boolean isOutputOpen() {
    return super.isOutputOpen() && !outputEnds;
  }
}
