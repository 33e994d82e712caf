package jfs.nio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Set;
import jfs.core.carrier.TcpCarrier;
import jfs.nio.Lifecycle.Stage;

/** A connection over a {@link SocketChannel}, connected or accepted. */
final class ClientCarrier extends ChannelCarrier<SocketChannel> {

  private final Connector connector = new Connector(this);
  private final AnswerHint answer = new AnswerHint();
  private final ChannelReader reader = new ChannelReader(this, answer);
  private final ChannelWriter writer = new ChannelWriter(this, answer);

  @Override
  SocketChannel open() throws IOException {
    return SocketChannel.open();
  }

  @Override
  ClientOptions optionsByNumber() {
    return ClientOptions.INSTANCE;
  }

  @Override
  public void connect(SocketAddress remote, int millis) throws IOException {
    connector.connect(remote, millis);
  }

  @Override
  public void bind(InetAddress host, int wanted) throws IOException {
    synchronized (life) {
      life.ensureOpen();
      if (localPort != 0) {
        throw new SocketException("Already bound");
      }
      try {
        socket.channel.bind(new InetSocketAddress(host, wanted));
        address = host;
        noteLocalPort();
      } catch (IOException e) {
        throw closedOr(e);
      } catch (IllegalArgumentException e) {
        throw asSocketException(e); // an IPv6 address, and a stack without IPv6
      }
    }
  }

  @Override
  public void listen(int backlog) throws IOException {
    throw new SocketException("A connection does not listen");
  }

  @Override
  public void accept(TcpCarrier blank) throws IOException {
    throw new SocketException("A connection does not accept");
  }

  @Override
  public TcpCarrier blank() {
    return life.stage() == Stage.NEW ? this : new ClientCarrier();
  }

  /** Becomes the connection that a listener has accepted; closes that if this one is closed. */
  void adopt(SocketChannel accepted) throws IOException {
    KernelSocket<SocketChannel> connected = KernelSocket.of(accepted);
    synchronized (life) {
      if (!life.isClosed()) {
        InetSocketAddress peer = (InetSocketAddress) accepted.getRemoteAddress();
        own(connected);
        address = peer.getAddress();
        port = peer.getPort();
        noteLocalPort();
        life.advance(Stage.CONNECTED);
        return;
      }
    }
    connected.run();
    throw Lifecycle.closed();
  }

  @Override
  public InputStream inputStream() {
    return new ChannelInputStream(this, reader);
  }

  @Override
  public OutputStream outputStream() {
    return new ChannelOutputStream(this, writer);
  }

  @Override
  public int available() throws IOException {
    return reader.available();
  }

  @Override
  public void shutdownInput() throws IOException {
    reader.shutdown();
  }

  @Override
  public void shutdownOutput() throws IOException {
    writer.shutdown();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    writer.sendUrgentData(data);
  }

  /**
   * Shuts the output down before anything else, as the JDK's sockets do, unless the program wants
   * the connection reset (linger 0).
   */
  @Override
  void beforeClose(Stage last) {
    if (last == Stage.CONNECTED) {
      try {
        if (socket.channel.getOption(StandardSocketOptions.SO_LINGER) != 0) {
          socket.channel.shutdownOutput();
        }
      } catch (IOException e) {
        // The connection is broken already: closing is all that is left.
      }
    }
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return ClientOptions.Supported.OPTIONS;
  }
}
