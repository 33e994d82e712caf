package jfs.agent.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;

/** The kind of implementation that an application may bring: just enough to be used. */
final class ChannelSocketImpl extends SocketImpl {

  private SocketChannel channel;
  private ServerSocketChannel listener;

  @Override
  protected void create(boolean stream) {}

  @Override
  protected void connect(String host, int toPort) throws IOException {
    connect(new InetSocketAddress(host, toPort), 0);
  }

  @Override
  protected void connect(InetAddress to, int toPort) throws IOException {
    connect(new InetSocketAddress(to, toPort), 0);
  }

  @Override
  protected void connect(SocketAddress to, int timeout) throws IOException {
    channel = SocketChannel.open(to);
    address = ((InetSocketAddress) to).getAddress();
    port = ((InetSocketAddress) to).getPort();
  }

  @Override
  protected void bind(InetAddress host, int toPort) throws IOException {
    listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, toPort));
    localport = listener.socket().getLocalPort();
  }

  @Override
  protected void listen(int backlog) {}

  @Override
  protected void accept(SocketImpl into) throws IOException {
    ((ChannelSocketImpl) into).channel = listener.accept();
  }

  @Override
  protected InputStream getInputStream() {
    return Channels.newInputStream(channel);
  }

  @Override
  protected OutputStream getOutputStream() {
    return Channels.newOutputStream(channel);
  }

  @Override
  protected int available() {
    return 0;
  }

  @Override
  protected void close() throws IOException {
    try (SocketChannel first = channel;
        ServerSocketChannel second = listener) {
      System.out.println("closing " + (first != null) + " " + (second != null));
    }
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    throw new IOException("not urgent");
  }

  @Override
  public void setOption(int option, Object value) {}

  @Override
  public Object getOption(int option) {
    return null;
  }

  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }
}
