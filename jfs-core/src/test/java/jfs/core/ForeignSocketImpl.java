package jfs.core;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketImpl;

/** An implementation of the program's own. */
final class ForeignSocketImpl extends SocketImpl {
  @Override
  protected void create(boolean stream) {}

  @Override
  protected void connect(String host, int port) {}

  @Override
  protected void connect(InetAddress address, int port) {}

  @Override
  protected void connect(SocketAddress address, int timeout) {}

  @Override
  protected void bind(InetAddress host, int port) {}

  @Override
  protected void listen(int backlog) {}

  @Override
  protected void accept(SocketImpl s) {}

  @Override
  protected InputStream getInputStream() {
    throw new UnsupportedOperationException();
  }

  @Override
  protected OutputStream getOutputStream() {
    throw new UnsupportedOperationException();
  }

  @Override
  protected int available() {
    return 0;
  }

  @Override
  protected void close() {}

  @Override
  protected void sendUrgentData(int data) {}

  @Override
  public Object getOption(int option) {
    return null;
  }

  @Override
  public void setOption(int option, Object value) {}
}
