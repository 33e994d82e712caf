package jfs.nio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import jfs.core.carrier.TcpCarrier;

/**
 * A listener over a {@link ServerSocketChannel}.
 *
 * <p>The channel binds and listens in one step. So {@link #bind} only notes the address, and {@link
 * #listen}, which knows the backlog, does both. {@code java.net.ServerSocket} always calls one
 * right after the other.
 */
final class ListenerCarrier extends ChannelCarrier<ServerSocketChannel> {

  private static final int DEFAULT_BACKLOG = 50;
  private static final String TIMED_OUT = "Accept timed out";

  private final ListenerOptions options = new ListenerOptions();
  private final ReentrantLock acceptLock = new ReentrantLock();

  /** The address to bind to; null before it is known, and again after a bind that failed. */
  private InetSocketAddress noted;

  @Override
  ServerSocketChannel open() throws IOException {
    return ServerSocketChannel.open();
  }

  @Override
  ListenerOptions optionsByNumber() {
    return options;
  }

  @Override
  public TcpCarrier blank() {
    return new ClientCarrier();
  }

  @Override
  public void connect(SocketAddress remote, int timeoutMillis) throws IOException {
    throw new SocketException("A listener does not connect");
  }

  @Override
  public void bind(InetAddress host, int wanted) throws IOException {
    synchronized (life) {
      life.ensureOpen();
      if (localPort != 0) {
        throw new SocketException("Already bound");
      }
      noted = new InetSocketAddress(host, wanted);
      address = host;
    }
  }

  @Override
  public void listen(int backlog) throws IOException {
    synchronized (life) {
      life.ensureOpen();
      if (noted == null) {
        throw new SocketException("Not bound");
      }
      if (localPort != 0) {
        return; // the channel can't change its backlog
      }
      try {
        socket.channel.bind(noted, backlog < 1 ? DEFAULT_BACKLOG : backlog);
        localPort = ((InetSocketAddress) socket.channel.getLocalAddress()).getPort();
      } catch (IOException e) {
        noted = null;
        throw e;
      } catch (IllegalArgumentException e) {
        noted = null;
        throw asSocketException(e); // an IPv6 address, and a stack without IPv6
      }
    }
  }

  @Override
  public void accept(TcpCarrier blank) throws IOException {
    ClientCarrier accepted = (ClientCarrier) blank;
    SocketChannel channel = accept();
    try {
      options.applyTo(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    accepted.adopt(channel);
  }

  private SocketChannel accept() throws IOException {
    long nanos = Timeouts.lock(acceptLock, timeoutMillis(), TIMED_OUT);
    try {
      life.ensureOpen();
      if (localPort == 0) {
        throw new SocketException("Not bound");
      }
      return acceptLocked(nanos);
    } catch (IOException e) {
      throw closedOr(e);
    } finally {
      acceptLock.unlock();
    }
  }

  private SocketChannel acceptLocked(long nanos) throws IOException {
    long start = System.nanoTime();
    SocketChannel channel = socket.channel.accept();
    while (channel == null) {
      socket.waits.await(SelectionKey.OP_ACCEPT, Timeouts.remaining(nanos, start, TIMED_OUT));
      life.ensureOpen();
      channel = socket.channel.accept();
    }
    return channel;
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    if (option == StandardSocketOptions.IP_TOS) {
      ensureValid(option, value);
      life.ensureOpen();
      options.setAny(socket.channel, option, value);
    } else {
      super.setOption(option, value);
    }
  }

  @Override
  public <T> T getOption(SocketOption<T> option) throws IOException {
    if (option == StandardSocketOptions.IP_TOS) {
      life.ensureOpen();
      return options.getAny(socket.channel, option, option.type().cast(0));
    }
    return super.getOption(option);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return ListenerOptions.Supported.OPTIONS;
  }
}
