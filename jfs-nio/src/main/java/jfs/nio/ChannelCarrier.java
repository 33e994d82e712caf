package jfs.nio;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SelectableChannel;
import jfs.core.carrier.TcpCarrier;
import jfs.nio.Lifecycle.Stage;

/**
 * What the carriers for connections and for listeners have in common: one channel, its life, its
 * addresses and its options.
 *
 * <p>{@code socket} and {@code cleanable} are written before {@link #life} leaves the stage NEW,
 * and threads read them only after they have seen that. The addresses and the timeout may be read
 * at any time, also after the end, and are volatile.
 */
abstract class ChannelCarrier<C extends SelectableChannel & NetworkChannel> implements TcpCarrier {

  final Lifecycle life = new Lifecycle();
  KernelSocket<C> socket;
  private Cleaner.Cleanable cleanable;

  private volatile int timeoutMillis;
  volatile InetAddress address;
  volatile int port;
  volatile int localPort;

  abstract C open() throws IOException;

  abstract OptionsByNumber<C> optionsByNumber();

  @Override
  public final void create(boolean stream) throws IOException {
    if (!stream) {
      throw new IOException("Datagram socket creation not supported");
    }
    synchronized (life) {
      if (life.stage() != Stage.NEW) {
        throw new IOException("Already created");
      }
      own(KernelSocket.of(open()));
      life.advance(Stage.UNCONNECTED);
    }
  }

  /** Takes over a kernel socket. The caller advances the stage. */
  final void own(KernelSocket<C> created) {
    socket = created;
    cleanable = created.ownedBy(this);
  }

  final int timeoutMillis() {
    return timeoutMillis;
  }

  /** Called once, by the thread that closes, while the channel is still open. */
  void beforeClose(Stage last) {}

  @Override
  public final void close() throws IOException {
    Stage last = life.close();
    if (last == Stage.NEW || last == Stage.CLOSED) {
      return;
    }
    beforeClose(last);
    try {
      cleanable.clean();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Closes after a failure, which is the one that the caller throws. */
  final void closeAfter(Exception failure) {
    try {
      close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public final void setOption(int option, Object value) throws SocketException {
    life.ensureOpen();
    if (option == SocketOptions.SO_TIMEOUT) {
      int millis = OptionsByNumber.intValue(value, "SO_TIMEOUT");
      if (millis < 0) {
        throw new SocketException("timeout < 0");
      }
      timeoutMillis = millis;
      return;
    }
    try {
      optionsByNumber().set(socket.channel, option, value);
    } catch (IOException | IllegalArgumentException e) {
      throw asSocketException(e);
    }
  }

  @Override
  public final Object getOption(int option) throws SocketException {
    life.ensureOpen();
    if (option == SocketOptions.SO_TIMEOUT) {
      return timeoutMillis;
    }
    try {
      return optionsByNumber().get(socket.channel, option);
    } catch (IOException | IllegalArgumentException e) {
      throw asSocketException(e);
    }
  }

  final void ensureSupported(SocketOption<?> option) {
    if (!supportedOptions().contains(option)) {
      throw new UnsupportedOperationException("'" + option + "' not supported");
    }
  }

  static void ensureValid(SocketOption<?> option, Object value) {
    if (!option.type().isInstance(value)) {
      throw new IllegalArgumentException("Invalid value '" + value + "'");
    }
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    ensureSupported(option);
    ensureValid(option, value);
    life.ensureOpen();
    try {
      socket.channel.setOption(option, value);
    } catch (IOException e) {
      throw closedOr(e);
    }
  }

  @Override
  public <T> T getOption(SocketOption<T> option) throws IOException {
    ensureSupported(option);
    life.ensureOpen();
    try {
      return socket.channel.getOption(option);
    } catch (IOException e) {
      throw closedOr(e);
    }
  }

  /**
   * Returns "Socket closed" for what failed because of an asynchronous close, else the failure
   * itself.
   */
  final IOException closedOr(IOException e) {
    return life.isClosed() ? Lifecycle.closed() : e;
  }

  /** As {@link #closedOr}, in the only class of exception that a {@code Socket} throws here. */
  final SocketException asSocketException(Exception e) {
    if (life.isClosed()) {
      return Lifecycle.closed();
    }
    if (e instanceof SocketException socketException) {
      return socketException;
    }
    SocketException wrapped = new SocketException(e.getMessage());
    wrapped.setStackTrace(e.getStackTrace());
    return wrapped;
  }

  /** Public API has no way to ask the kernel without taking bytes from the stream. */
  @Override
  public final boolean isEstablished() {
    return false;
  }

  /**
   * A transport must know that a connection is alive, and its kernel socket: a channel can't tell.
   */
  @Override
  public final boolean canBeLeft() {
    return false;
  }

  @Override
  public final FileDescriptor fileDescriptor() {
    return null; // a channel does not expose it
  }

  @Override
  public final InetAddress remoteAddress() {
    return address;
  }

  @Override
  public final int remotePort() {
    return port;
  }

  @Override
  public final int localPort() {
    return localPort;
  }

  // The methods below make sense for a connection only; java.net.ServerSocket calls none of them.

  @Override
  public InputStream inputStream() throws IOException {
    throw notConnected();
  }

  @Override
  public OutputStream outputStream() throws IOException {
    throw notConnected();
  }

  @Override
  public int available() throws IOException {
    throw notConnected();
  }

  @Override
  public void shutdownInput() throws IOException {
    throw notConnected();
  }

  @Override
  public void shutdownOutput() throws IOException {
    throw notConnected();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    throw notConnected();
  }

  private SocketException notConnected() {
    return life.isClosed() ? Lifecycle.closed() : new SocketException("Not connected");
  }

  /** Notes the port that the kernel chose, or the program. */
  final void noteLocalPort() throws IOException {
    localPort = ((InetSocketAddress) socket.channel.getLocalAddress()).getPort();
  }
}
