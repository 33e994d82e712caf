package jfs.core.proxy;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.util.Set;
import jfs.core.carrier.TcpCarrier;

/** A carrier that forwards its operations to another one. */
abstract class ForwardingCarrier implements TcpCarrier {

  /** The carrier that operations go to now. */
  abstract TcpCarrier to();

  @Override
  public void create(boolean stream) throws IOException {
    to().create(stream);
  }

  @Override
  public void connect(SocketAddress remote, int timeoutMillis) throws IOException {
    to().connect(remote, timeoutMillis);
  }

  @Override
  public void bind(InetAddress address, int port) throws IOException {
    to().bind(address, port);
  }

  @Override
  public void listen(int backlog) throws IOException {
    to().listen(backlog);
  }

  @Override
  public void accept(TcpCarrier blank) throws IOException {
    to().accept(blank);
  }

  @Override
  public InputStream inputStream() throws IOException {
    return to().inputStream();
  }

  @Override
  public OutputStream outputStream() throws IOException {
    return to().outputStream();
  }

  @Override
  public int available() throws IOException {
    return to().available();
  }

  @Override
  public void shutdownInput() throws IOException {
    to().shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    to().shutdownOutput();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    to().sendUrgentData(data);
  }

  @Override
  public void close() throws IOException {
    to().close();
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    to().setOption(option, value);
  }

  @Override
  public Object getOption(int option) throws SocketException {
    return to().getOption(option);
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    to().setOption(option, value);
  }

  @Override
  public <T> T getOption(SocketOption<T> option) throws IOException {
    return to().getOption(option);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return to().supportedOptions();
  }

  @Override
  public boolean canBeLeft() {
    return to().canBeLeft();
  }

  @Override
  public boolean isEstablished() {
    return to().isEstablished();
  }

  @Override
  public FileDescriptor fileDescriptor() {
    return to().fileDescriptor();
  }

  @Override
  public InetAddress remoteAddress() {
    return to().remoteAddress();
  }

  @Override
  public int remotePort() {
    return to().remotePort();
  }

  @Override
  public int localPort() {
    return to().localPort();
  }
}
