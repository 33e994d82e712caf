package jfs.core;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.util.Objects;
import java.util.Set;
import jfs.core.carrier.TcpCarrier;
import jfs.core.config.Log;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.switchover.DeferredSocket;
import jfs.core.switchover.SwitchableInputStream;
import jfs.core.switchover.SwitchableOutputStream;
import jfs.core.transport.Preference;
import jfs.core.transport.Transports;

/**
 * The {@link SocketImpl} that JFS puts under a socket or server socket.
 *
 * <p>The {@linkplain TcpCarrier carrier} does every operation. This class knows when the connection
 * begins and ends, and hands out the streams through which its bytes pass. It does not use the
 * fields that {@link SocketImpl} has for its subclasses, because {@code ServerSocket.accept} clears
 * them.
 */
public final class JfsSocketImpl extends SocketImpl {

  private final Connections connections;
  private final Transports transports;
  private final SocketConnection own;

  /** Changes when a listener accepts a connection into a socket that was used before. */
  private volatile TcpCarrier carrier;

  /** Whether the kernel socket is a datagram socket. Written before that connects. */
  private boolean datagram;

  /** Whether a close may linger. */
  volatile boolean lingers;

  /** Whether a listener that is not of JFS accepts into {@link #carrier}. */
  private volatile boolean adopted;

  /**
   * Whether the connection that was accepted so is registered. A thread that comes earlier waits
   * for the thread that registers it; otherwise it might use TCP while the other one leaves TCP.
   */
  private volatile boolean noticed;

  /** For the connection that this socket will make, or the listener that it will become. */
  private volatile Preference preference = Preference.NONE;

  /** The preference when this listener was bound; applies to all connections that it accepts. */
  private volatile Preference preferenceOfAccepted = Preference.NONE;

  /** Serves a socket over a carrier that has no kernel socket yet. */
  public JfsSocketImpl(TcpCarrier carrier) {
    this(carrier, Connections.ofProcess(), Transports.installed());
  }

  JfsSocketImpl(TcpCarrier carrier, Connections connections, Transports transports) {
    this(carrier, connections, transports, new SocketConnection());
  }

  /** Serves a connection that the caller makes known. */
  JfsSocketImpl(
      TcpCarrier carrier,
      Connections connections,
      Transports transports,
      SocketConnection connection) {
    own = connection;
    this.carrier = carrier;
    this.connections = connections;
    this.transports = transports;
  }

  /** Serves a connection that a listener not of JFS has accepted. */
  public static JfsSocketImpl accepted(TcpCarrier carrier) {
    JfsSocketImpl impl = new JfsSocketImpl(carrier);
    impl.established(Origin.ACCEPTED);
    return impl;
  }

  /** The TCP connection or listener beneath. */
  public TcpCarrier carrier() {
    return carrier;
  }

  /** Whether both ends have committed to leave TCP. */
  public boolean isCommitted() {
    DeferredSocket now = own.switchable();
    return now != null && now.isCommitted();
  }

  /**
   * Sets what the program prefers. Has no effect on a connection that exists, or a listener that is
   * bound.
   */
  public void prefer(Preference newPreference) {
    if (!adopted) { // otherwise the connection exists, but may not be registered yet
      preference = newPreference;
    }
  }

  /**
   * Takes another carrier. A listener that is not of JFS, because it is older than the agent, is
   * about to accept a connection into it. The first use of the connection registers it.
   */
  public void adopt(TcpCarrier newCarrier) {
    carrier = newCarrier;
    adopted = true;
  }

  @Override
  protected void create(boolean stream) throws IOException {
    carrier.create(stream);
    datagram = !stream;
  }

  @Override
  protected void connect(String host, int port) throws IOException {
    connect(new InetSocketAddress(host, port), 0);
  }

  @Override
  protected void connect(InetAddress address, int port) throws IOException {
    connect(new InetSocketAddress(address, port), 0);
  }

  @Override
  protected void connect(SocketAddress address, int timeout) throws IOException {
    carrier.connect(address, timeout);
    established(Origin.OPENED);
  }

  @Override
  protected void bind(InetAddress host, int port) throws IOException {
    carrier.bind(host, port);
  }

  @Override
  protected void listen(int backlog) throws IOException {
    carrier.listen(backlog);
    preferenceOfAccepted = preference;
  }

  @Override
  protected void accept(SocketImpl blank) throws IOException {
    if (!(blank instanceof JfsSocketImpl accepted)) {
      // The JDK's own: for example, another agent has undone what made JFS's.
      if (carrier.acceptInto(blank)) {
        return;
      }
      // java.net.ServerSocket has these words for a similar error.
      throw new IOException(
          ("An instance of " + getClass())
              + (" cannot accept a connection with an instance of " + blank.getClass()));
    }
    TcpCarrier into = accepted.carrier.blank();
    carrier.accept(into);
    accepted.preference = preferenceOfAccepted;
    accepted.become(into);
  }

  /**
   * Takes a carrier into which a listener has just accepted a connection. A socket that was in use
   * before (a program's own server socket may pass such a socket to {@code implAccept}) keeps only
   * its SO_TIMEOUT, as with the JDK's implementation.
   */
  private void become(TcpCarrier accepted) {
    TcpCarrier former = carrier;
    if (accepted != former) {
      try {
        accepted.setOption(SocketOptions.SO_TIMEOUT, former.getOption(SocketOptions.SO_TIMEOUT));
      } catch (SocketException e) {
        // The former carrier is closed: there is no timeout to keep.
      }
      Connections.Live formerConnection = own.counted();
      DeferredSocket formerSwitchable = own.switchable();
      own.leave();
      carrier = accepted;
      try {
        if (formerSwitchable != null) {
          formerSwitchable.close();
        } else {
          former.close();
        }
      } catch (IOException e) {
        Log.debug("former socket not closed", e);
      }
      if (formerConnection != null) {
        formerConnection.end();
      }
    }
    established(Origin.ACCEPTED);
  }

  private void established(Origin origin) {
    if (!datagram) {
      own.made(connections, transports, this, carrier, origin, preference);
    }
  }

  /** The connection, also if a listener not of JFS accepted it; null if there is none. */
  private Connections.Live connection() {
    if (adopted && !noticed) {
      noticeAdopted();
    }
    return own.counted();
  }

  private synchronized void noticeAdopted() {
    if (own.counted() == null && carrier.remotePort() != 0) {
      established(Origin.ACCEPTED);
    }
    noticed = own.counted() != null;
  }

  /**
   * The connection if it may leave TCP, else null. Every operation of the program first calls this
   * or {@link #connection()}.
   */
  private DeferredSocket switchable() {
    connection();
    return own.switchable();
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    Connections.Live now = connection();
    DeferredSocket fast = own.switchable();
    if (fast != null) {
      return new SwitchableInputStream(this, fast); // which has the carrier's
    }
    InputStream in = carrier.inputStream();
    return now == null ? in : new JfsInputStream(in, now.stats());
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    Connections.Live now = connection();
    DeferredSocket fast = own.switchable();
    if (fast != null) {
      return new SwitchableOutputStream(this, fast); // which has the carrier's
    }
    OutputStream out = carrier.outputStream();
    return now == null ? out : new JfsOutputStream(out, now.stats());
  }

  @Override
  protected int available() throws IOException {
    DeferredSocket fast = switchable();
    return fast == null ? carrier.available() : fast.available();
  }

  @Override
  protected void close() throws IOException {
    own.closes();
    connection(); // which may not be known yet
    own.close(carrier, lingers);
  }

  @Override
  protected void shutdownInput() throws IOException {
    DeferredSocket fast = switchable();
    if (fast != null) {
      fast.shutdownInput();
    } else {
      carrier.shutdownInput();
    }
    Connections.Live now = own.counted();
    if (now != null) {
      now.stats().inputEnded();
    }
  }

  @Override
  protected void shutdownOutput() throws IOException {
    DeferredSocket fast = switchable();
    if (fast != null) {
      fast.shutdownOutput();
    } else {
      carrier.shutdownOutput();
    }
    Connections.Live now = own.counted();
    if (now != null) {
      now.stats().outputEnded();
    }
  }

  @Override
  protected boolean supportsUrgentData() {
    return true;
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    DeferredSocket fast = switchable();
    if (fast != null) {
      fast.sendUrgentData(data);
    } else {
      carrier.sendUrgentData(data);
    }
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    aboutToUseOption(option == SocketOptions.SO_KEEPALIVE);
    carrier.setOption(option, value);
    if (option == SocketOptions.SO_LINGER) {
      lingers(value);
    }
    DeferredSocket fast = own.switchable();
    if (fast != null) {
      fast.optionSet(option, value);
    }
  }

  /** The transport may have set the keep-alive options for itself. */
  private void aboutToUseOption(boolean ofKeepAlive) {
    DeferredSocket fast = switchable();
    if (ofKeepAlive && fast != null) {
      fast.keepAliveAsked();
    }
  }

  /** The value is a time in seconds; {@link Boolean#FALSE} or a number below 0 means none. */
  private void lingers(Object value) {
    lingers = value instanceof Integer seconds && seconds > 0;
  }

  @Override
  public Object getOption(int option) throws SocketException {
    aboutToUseOption(option == SocketOptions.SO_KEEPALIVE);
    Object value = carrier.getOption(option);
    DeferredSocket fast = own.switchable();
    return fast == null ? value : fast.option(option, value);
  }

  @Override
  protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
    aboutToUseOption(OptionNumbers.isOfKeepAlive(option));
    carrier.setOption(Objects.requireNonNull(option), value);
    if (option == StandardSocketOptions.SO_LINGER) {
      lingers(value);
    }
    DeferredSocket fast = own.switchable();
    int number = OptionNumbers.of(option);
    if (fast != null && number != OptionNumbers.NONE) {
      fast.optionSet(number, value);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the option is TCP_NODELAY, so T is Boolean
  protected <T> T getOption(SocketOption<T> option) throws IOException {
    aboutToUseOption(OptionNumbers.isOfKeepAlive(option));
    T value = carrier.getOption(Objects.requireNonNull(option));
    DeferredSocket fast = own.switchable();
    return fast != null && option == StandardSocketOptions.TCP_NODELAY
        ? (T) fast.option(SocketOptions.TCP_NODELAY, value)
        : value;
  }

  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    return carrier.supportedOptions();
  }

  @Override
  protected FileDescriptor getFileDescriptor() {
    return carrier.fileDescriptor();
  }

  @Override
  protected InetAddress getInetAddress() {
    return carrier.remoteAddress();
  }

  @Override
  protected int getPort() {
    return carrier.remotePort();
  }

  @Override
  protected int getLocalPort() {
    return carrier.localPort();
  }
}
