package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.JfsChannelTcp;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.spi.SelectorProvider;
import jdk.internal.vm.annotation.DontInline;
import sun.net.ConnectionResetException;

/**
 * A channel that gives JFS the JDK's own operations on TCP. Its subclasses replace them for the
 * program.
 */
abstract class JfsTcpChannel extends JfsTransferTarget {

  private static final SocketDispatcher DISPATCHER = new SocketDispatcher();

  /**
   * Whether JFS reads and writes for this channel, since a transport is known or may be in a
   * moment. Before that the channel does so by itself, unless it blocks, and the kernel tells of
   * all that comes: a peer announces to a transport that it leaves TCP, and has more bytes come by
   * TCP after that.
   */
  volatile boolean leavesToJfs;

  /**
   * Whether the kernel has told of a reset, which it does once. The JDK, which keeps that to
   * itself, was not there. Guarded by the turn to read.
   */
  boolean tcpReset;

  /** Whether the JDK may close the descriptor, or has. Guarded by {@link #ending}. */
  private boolean ended;

  /** Whether a read of the descriptor may wait. Guarded by {@link #ending}. */
  private boolean mayBlock = true;

  private final Object ending = new Object();

  /**
   * The thread of the program that reads in JFS, and has the JDK's hook for interrupts; else null.
   * Written by that thread. Others, which write to TCP to end the output, say, only ask whether it
   * is they: a thread finds itself here only if it has written that.
   */
  Thread reader;

  /** The same of a thread that writes. */
  Thread writer;

  /**
   * What an interrupt has had the JDK throw within that thread's call of JFS, which may have gone
   * on; null if nothing. The JDK throws it once. Used by {@link #reader}.
   */
  ClosedByInterruptException readerInterrupted;

  /** The same of {@link #writer}. */
  ClosedByInterruptException writerInterrupted;

  JfsTcpChannel(SelectorProvider provider) throws IOException {
    super(provider);
  }

  JfsTcpChannel(SelectorProvider provider, ProtocolFamily family) throws IOException {
    super(provider, family);
  }

  JfsTcpChannel(
      SelectorProvider provider, ProtocolFamily family, FileDescriptor fd, SocketAddress remote)
      throws IOException {
    super(provider, family, fd, remote);
  }

  /**
   * Waits until no thread has a turn to read or write that it took before the channel was closed.
   * Later ones find it closed.
   */
  abstract void awaitTurns();

  /**
   * From now on the descriptor may be another connection's. Returns false if that was said before:
   * the JDK must be asked once to close it.
   */
  final boolean ends() {
    synchronized (ending) {
      boolean first = !ended;
      ended = true;
      return first;
    }
  }

  /**
   * Reads as the JDK does while a channel does not block, but without the JDK's lock. The caller
   * has the turn to read instead, for which a close waits, and has found the channel open since.
   */
  @DontInline
  final int readTcp(ByteBuffer to) throws IOException {
    try {
      return IOStatus.normalize(IOUtil.read(ownDescriptor(), to, -1, DISPATCHER));
    } catch (ConnectionResetException e) {
      tcpReset = true;
      throw reset();
    }
  }

  private static SocketException reset() {
    return new SocketException("Connection reset");
  }

  /** Writes likewise, with the turn to write. */
  @DontInline
  final int writeTcp(ByteBuffer from) throws IOException {
    int n = 0;
    try {
      n = IOUtil.write(ownDescriptor(), from, -1, DISPATCHER);
    } finally {
      if (n <= 0 && !super.isOutputOpen()) {
        throw new AsynchronousCloseException(); // as the JDK, whatever the kernel says
      }
    }
    return IOStatus.normalize(n);
  }

  /** Has the channel's selectors look at it: no doorbell comes until one asks for one. */
  abstract void changed();

  /** The descriptor is about to be in blocking mode, or has left it. */
  final void mayBlock(boolean may) {
    synchronized (ending) {
      mayBlock = may;
    }
  }

  /** The operations of the JDK's channel. */
  final JfsChannelTcp tcp() {
    return new Tcp();
  }

  private final class Tcp implements JfsChannelTcp {

    /**
     * Whether JFS alone has met a reset, of which the kernel tells once: a transport may have bytes
     * for the program yet. Written by one thread at a time.
     */
    private volatile boolean met;

    /**
     * Goes on with a call of the program's, in JFS, after a read of the JDK's own: that has ended
     * what the call had begun.
     */
    private void readerGoesOn() {
      if (reader == Thread.currentThread()) {
        begin();
      }
    }

    private ClosedByInterruptException readerTold(ClosedByInterruptException e) {
      if (reader == Thread.currentThread()) {
        readerInterrupted = e;
      }
      return e;
    }

    private void writerGoesOn() {
      if (writer == Thread.currentThread()) {
        begin();
      }
    }

    private ClosedByInterruptException writerTold(ClosedByInterruptException e) {
      if (writer == Thread.currentThread()) {
        writerInterrupted = e;
      }
      return e;
    }

    private void checkTcpNotReset() throws SocketException {
      if ((met || tcpReset) && isOpen()) {
        throw reset();
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length, long nanos) throws IOException {
      checkTcpNotReset();
      try {
        return nanos > 0
            ? JfsTcpChannel.super.blockingRead(bytes, offset, length, nanos)
            : JfsTcpChannel.super.read(ByteBuffer.wrap(bytes, offset, length));
      } catch (ClosedByInterruptException e) {
        throw readerTold(e);
      } finally {
        if (nanos > 0) {
          mayBlock(true); // the JDK may have set the mode back just as the program has set it
        }
        readerGoesOn();
      }
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      checkTcpNotReset();
      if (!isBlocking()) {
        return readTcp(to);
      }
      try {
        return JfsTcpChannel.super.read(to);
      } catch (ClosedByInterruptException e) {
        throw readerTold(e);
      } finally {
        readerGoesOn();
      }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      if (!isBlocking()) {
        return writeTcp(from);
      }
      try {
        return JfsTcpChannel.super.write(from);
      } catch (ClosedByInterruptException e) {
        throw writerTold(e);
      } finally {
        writerGoesOn();
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
      try {
        while (left.hasRemaining()) {
          if (JfsTcpChannel.super.write(left) == 0) {
            Net.poll(descriptor(), Net.POLLOUT, -1);
          }
        }
      } catch (ClosedByInterruptException e) {
        throw writerTold(e);
      } finally {
        writerGoesOn();
      }
    }

    @Override
    public int tryRead(byte[] bytes, int offset, int length) throws IOException {
      checkTcpNotReset();
      // Not by the JDK: another thread may have the channel block, and the read then would.
      synchronized (ending) {
        checkNotEnded();
        return mayBlock && Net.poll(descriptor(), Net.POLLIN, 0) == 0
            ? 0
            : readRaw(ByteBuffer.wrap(bytes, offset, length));
      }
    }

    private void checkNotEnded() throws ClosedChannelException {
      if (ended) {
        throw new ClosedChannelException(); // the descriptor may be another connection's
      }
    }

    private int readRaw(ByteBuffer to) throws IOException {
      try {
        return IOStatus.normalize(IOUtil.read(descriptor(), to, -1, DISPATCHER));
      } catch (ConnectionResetException e) {
        met = true;
        throw reset();
      }
    }

    @Override
    public int tryWrite(byte[] bytes, int offset, int length) throws IOException {
      return JfsTcpChannel.super.write(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void leavesToJfs() {
      leavesToJfs = true;
    }

    @Override
    public void changed() {
      JfsTcpChannel.this.changed();
    }

    @Override
    public void awaitReadable(int millis) throws IOException {
      Net.poll(descriptor(), Net.POLLIN, millis);
    }

    @Override
    public int readable() throws IOException {
      return JfsTcpChannel.super.available();
    }

    @Override
    public void endInput() throws IOException {
      JfsTcpChannel.super.shutdownInput();
    }

    @Override
    public void endOutput() throws IOException {
      JfsTcpChannel.super.shutdownOutput();
    }

    @Override
    public void sendUrgent(int data) throws IOException {
      try {
        if (JfsTcpChannel.super.sendOutOfBandData((byte) data) == 0) {
          throw new IOException("Socket buffer full"); // as the JDK says it
        }
      } catch (ClosedByInterruptException e) {
        throw writerTold(e);
      } finally {
        writerGoesOn();
      }
    }

    @Override
    public boolean closesAtOnce() {
      return isBlocking() || !isRegistered();
    }

    @Override
    public void end() throws IOException {
      if (!ends()) {
        return;
      }
      if (!isBlocking()) {
        awaitTurns();
      }
      JfsTcpChannel.super.implCloseSelectableChannel();
    }

    @Override
    public Object kernelOption(SocketOption<?> option) throws IOException {
      if (option != StandardSocketOptions.SO_LINGER) {
        return JfsTcpChannel.super.getOption(option);
      }
      synchronized (ending) { // the JDK would say that the channel is closed, as it is by now
        checkNotEnded();
        return Net.getSocketOption(descriptor(), Net.UNSPEC, option);
      }
    }

    @Override
    @SuppressWarnings("unchecked") // the caller knows
    public void kernelOption(SocketOption<?> option, Object value) throws IOException {
      if (option != StandardSocketOptions.SO_LINGER) {
        JfsTcpChannel.super.setOption((SocketOption<Object>) option, value);
        return;
      }
      synchronized (ending) {
        checkNotEnded();
        Net.setSocketOption(descriptor(), Net.UNSPEC, option, value);
      }
    }

    @Override
    public boolean isUrgentInline() throws IOException {
      return JfsTcpChannel.super.getOption(ExtendedSocketOption.SO_OOBINLINE);
    }

    @Override
    public int kernelPeerPort() throws IOException {
      return isOpen() ? Net.remoteAddress(descriptor()).getPort() : 0;
    }

    @Override
    public FileDescriptor descriptor() {
      return ownDescriptor();
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
