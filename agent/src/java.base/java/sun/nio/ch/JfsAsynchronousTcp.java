package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.JfsChannelTcp;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import sun.net.ConnectionResetException;

/**
 * The JDK's own operations on the TCP connection of an asynchronous channel. None waits, but for
 * those that say so. The program's threads call between {@code begin} and {@code end} of the
 * channel, for which its close waits. JFS's own threads may call at any time, so each operation
 * first looks, under the monitor, whether the descriptor is still this connection's.
 */
final class JfsAsynchronousTcp implements JfsChannelTcp {

  static final NativeDispatcher DISPATCHER = new SocketDispatcher();
  static final String RESET = "Connection reset";

  private final JfsAwaitingChannel channel;
  private final FileDescriptor descriptor;
  private final InetSocketAddress local;
  private final InetSocketAddress remote;

  /** Whether the JDK may close the descriptor, or has. Guarded by the monitor. */
  private boolean ended;

  /**
   * Whether the kernel has told of a reset, which it does once; later it says that the stream has
   * ended. Guarded by the monitor.
   */
  private boolean reset;

  JfsAsynchronousTcp(
      JfsAwaitingChannel channel, InetSocketAddress local, InetSocketAddress remote) {
    this.channel = channel;
    this.descriptor = channel.fd;
    this.local = local;
    this.remote = remote;
  }

  @Override
  public int read(byte[] bytes, int offset, int length, long nanos) throws IOException {
    return read(ByteBuffer.wrap(bytes, offset, length));
  }

  @Override
  public synchronized int read(ByteBuffer to) throws IOException {
    checkNotEnded();
    if (reset) {
      throw new ConnectionResetException(RESET);
    }
    try {
      return IOStatus.normalize(IOUtil.read(descriptor, to, -1, DISPATCHER));
    } catch (ConnectionResetException e) {
      reset = true;
      throw e;
    }
  }

  /** The kernel has told the channel's own read of a reset. */
  synchronized void wasReset() {
    reset = true;
  }

  @Override
  public synchronized int write(ByteBuffer from) throws IOException {
    checkNotEnded();
    return IOStatus.normalize(IOUtil.write(descriptor, from, -1, DISPATCHER));
  }

  /** Waits for room. */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
    while (left.hasRemaining()) {
      if (write(left) == 0) {
        Net.poll(descriptor, Net.POLLOUT, -1);
      }
    }
  }

  @Override
  public int tryRead(byte[] bytes, int offset, int length) throws IOException {
    return read(ByteBuffer.wrap(bytes, offset, length));
  }

  @Override
  public int tryWrite(byte[] bytes, int offset, int length) throws IOException {
    return write(ByteBuffer.wrap(bytes, offset, length));
  }

  private void checkNotEnded() throws ClosedChannelException {
    if (ended) {
      throw new ClosedChannelException(); // the descriptor may be another connection's
    }
  }

  @Override
  public void leavesToJfs() {
    channel.leavesToJfs = true;
  }

  @Override
  public void changed() {
    channel.changed();
  }

  @Override
  public void awaitReadable(int millis) throws IOException {
    Net.poll(descriptor, Net.POLLIN, millis);
  }

  @Override
  public synchronized int readable() throws IOException {
    checkNotEnded();
    return Net.available(descriptor);
  }

  @Override
  public synchronized void endInput() throws IOException {
    checkNotEnded();
    Net.shutdown(descriptor, Net.SHUT_RD);
  }

  @Override
  public synchronized void endOutput() throws IOException {
    checkNotEnded();
    Net.shutdown(descriptor, Net.SHUT_WR);
  }

  @Override
  public void sendUrgent(int data) throws IOException {
    throw new IOException("an asynchronous channel sends no urgent data");
  }

  @Override
  public boolean closesAtOnce() {
    return true;
  }

  @Override
  public void end() throws IOException {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    channel.endTcp();
  }

  @Override
  public synchronized Object kernelOption(SocketOption<?> option) throws IOException {
    checkNotEnded();
    return Net.getSocketOption(descriptor, Net.UNSPEC, option);
  }

  @Override
  public synchronized void kernelOption(SocketOption<?> option, Object value)
      throws IOException {
    checkNotEnded();
    Net.setSocketOption(descriptor, Net.UNSPEC, option, value);
  }

  /** An asynchronous channel has no option for that. */
  @Override
  public boolean isUrgentInline() {
    return false;
  }

  @Override
  public synchronized int kernelPeerPort() throws IOException {
    return ended ? 0 : Net.remoteAddress(descriptor).getPort();
  }

  @Override
  public FileDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public InetSocketAddress local() {
    return local;
  }

  @Override
  public InetSocketAddress remote() {
    return remote;
  }
}
