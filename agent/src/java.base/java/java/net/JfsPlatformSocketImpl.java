package java.net;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Set;
import jdk.internal.vm.annotation.ReservedStackAccess;
import sun.net.PlatformSocketImpl;

/**
 * The JDK's platform implementation of a socket while the JFS agent is installed: the agent makes
 * {@code SocketImpl.createPlatformSocketImpl} ask {@link JfsSockets} for one of these instead of a
 * {@code NioSocketImpl}. It takes that one's place, beneath the JDK's SOCKS and HTTP proxy
 * implementations and beside an application's own factory, so that all of those work as before. It
 * passes every operation to an implementation by JFS.
 *
 * <p>The agent defines it in {@code java.net}: only there may it be a {@link PlatformSocketImpl}
 * and call the protected methods of another {@link SocketImpl}. It refers to no class of JFS, since
 * those are loaded elsewhere.
 */
public final class JfsPlatformSocketImpl extends SocketImpl implements PlatformSocketImpl {

  /** The implementation by JFS. */
  private final SocketImpl target;

  private JfsPlatformSocketImpl(SocketImpl target) {
    this.target = target;
  }

  /** Makes one that passes all to an implementation of JFS. */
  static SocketImpl above(SocketImpl target) {
    return new JfsPlatformSocketImpl(target);
  }

  /** Does the same for one that has a connection already. */
  static SocketImpl aboveConnected(SocketImpl target) {
    JfsPlatformSocketImpl above = new JfsPlatformSocketImpl(target);
    above.copyFields();
    return above;
  }

  SocketImpl target() {
    return target;
  }

  @Override
  protected void create(boolean stream) throws IOException {
    target.create(stream);
    fd = target.getFileDescriptor();
  }

  @Override
  protected void connect(String host, int port) throws IOException {
    target.connect(host, port);
    copyAddresses();
  }

  @Override
  protected void connect(InetAddress address, int port) throws IOException {
    target.connect(address, port);
    copyAddresses();
  }

  @Override
  protected void connect(SocketAddress address, int timeout) throws IOException {
    target.connect(address, timeout);
    copyAddresses();
  }

  @Override
  protected void bind(InetAddress host, int port) throws IOException {
    target.bind(host, port);
    copyAddresses();
  }

  @Override
  protected void listen(int backlog) throws IOException {
    target.listen(backlog);
  }

  @Override
  protected void accept(SocketImpl blank) throws IOException {
    if (blank instanceof JfsPlatformSocketImpl jfs) {
      target.accept(jfs.target);
      jfs.copyFields();
    } else {
      target.accept(blank);
    }
  }

  private void copyFields() {
    fd = target.getFileDescriptor();
    copyAddresses();
  }

  /** Nothing here uses these fields of {@link SocketImpl}, but other code may read them. */
  private void copyAddresses() {
    address = target.getInetAddress();
    port = target.getPort();
    localport = target.getLocalPort();
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    return new JfsReservedInput(target.getInputStream());
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    return new JfsReservedOutput(target.getOutputStream());
  }

  @Override
  protected int available() throws IOException {
    return target.available();
  }

  @Override
  @ReservedStackAccess
  protected void close() throws IOException {
    target.close();
  }

  @Override
  @ReservedStackAccess
  protected void shutdownInput() throws IOException {
    target.shutdownInput();
  }

  @Override
  @ReservedStackAccess
  protected void shutdownOutput() throws IOException {
    target.shutdownOutput();
  }

  @Override
  protected boolean supportsUrgentData() {
    return target.supportsUrgentData();
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    target.sendUrgentData(data);
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    target.setOption(option, value);
  }

  @Override
  public Object getOption(int option) throws SocketException {
    return target.getOption(option);
  }

  @Override
  protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
    target.setOption(option, value);
  }

  @Override
  protected <T> T getOption(SocketOption<T> option) throws IOException {
    return target.getOption(option);
  }

  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    return target.supportedOptions();
  }

  @Override
  protected FileDescriptor getFileDescriptor() {
    return target.getFileDescriptor();
  }

  @Override
  protected InetAddress getInetAddress() {
    return target.getInetAddress();
  }

  @Override
  protected int getPort() {
    return target.getPort();
  }

  @Override
  protected int getLocalPort() {
    return target.getLocalPort();
  }
}
