package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.JfsChannelTcp;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.spi.SelectorProvider;

/**
 * A channel that gives JFS the JDK's own operations on TCP. Its subclasses replace them for the
 * program.
 */
abstract class JfsTcpChannel extends JfsTransferTarget {

  /**
   * Whether a thread of the program reads, or writes, in JFS and has the JDK's hook for interrupts.
   * Guarded by JFS's locks of the two directions.
   */
  boolean reads;

  boolean writes;

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

  /** Has the channel's selectors look at it: no doorbell comes until one asks for one. */
  abstract void changed();

  /** The operations of the JDK's channel. */
  final JfsChannelTcp tcp() {
    return new Tcp();
  }

  private final class Tcp implements JfsChannelTcp {

    /** Whether the JDK may close the descriptor, or has. Guarded by the monitor. */
    private boolean ended;

    @Override
    public int read(byte[] bytes, int offset, int length, long nanos) throws IOException {
      try {
        return nanos > 0
            ? JfsTcpChannel.super.blockingRead(bytes, offset, length, nanos)
            : JfsTcpChannel.super.read(ByteBuffer.wrap(bytes, offset, length));
      } finally {
        if (reads) {
          begin(); // the JDK's read has ended what the channel's had begun
        }
      }
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      try {
        return JfsTcpChannel.super.read(to);
      } finally {
        if (reads) {
          begin();
        }
      }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      try {
        return JfsTcpChannel.super.write(from);
      } finally {
        if (writes) {
          begin();
        }
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
      } finally {
        if (writes) {
          begin();
        }
      }
    }

    @Override
    public int tryRead(byte[] bytes, int offset, int length) throws IOException {
      if (isOpen() && !isBlocking()) {
        return JfsTcpChannel.super.read(ByteBuffer.wrap(bytes, offset, length));
      }
      synchronized (this) {
        if (ended) {
          throw new ClosedChannelException(); // the descriptor may be another connection's
        }
        return Net.poll(descriptor(), Net.POLLIN, 0) == 0
            ? 0
            : IOStatus.normalize(readRaw(ByteBuffer.wrap(bytes, offset, length)));
      }
    }

    private int readRaw(ByteBuffer to) throws IOException {
      return IOUtil.read(descriptor(), to, -1, new SocketDispatcher());
    }

    @Override
    public int tryWrite(byte[] bytes, int offset, int length) throws IOException {
      return JfsTcpChannel.super.write(ByteBuffer.wrap(bytes, offset, length));
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
      JfsTcpChannel.super.sendOutOfBandData((byte) data);
    }

    @Override
    public boolean closesAtOnce() {
      return isBlocking() || !isRegistered();
    }

    @Override
    public void end() throws IOException {
      synchronized (this) {
        ended = true;
      }
      JfsTcpChannel.super.implCloseSelectableChannel();
    }

    @Override
    public Object kernelOption(SocketOption<?> option) throws IOException {
      return option == StandardSocketOptions.SO_LINGER
          ? Net.getSocketOption(descriptor(), Net.UNSPEC, option)
          : JfsTcpChannel.super.getOption(option);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller knows
    public void kernelOption(SocketOption<?> option, Object value) throws IOException {
      if (option == StandardSocketOptions.SO_LINGER) {
        Net.setSocketOption(descriptor(), Net.UNSPEC, option, value);
      } else {
        JfsTcpChannel.super.setOption((SocketOption<Object>) option, value);
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
