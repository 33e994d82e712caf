package java.net;

import java.io.FileDescriptor;
import java.io.IOException;
import java.util.Set;
import sun.net.PlatformSocketImpl;

/** What a socket always has from the JDK's own implementation beneath it. */
abstract class JfsJdkSocketImpl extends SocketImpl implements PlatformSocketImpl {

  /**
   * A {@link sun.nio.ch.NioSocketImpl}, by a type whose protected methods this package may call.
   */
  final SocketImpl jdk;

  JfsJdkSocketImpl(SocketImpl jdk) {
    this.jdk = jdk;
  }

  final void copyFields() {
    fd = jdk.getFileDescriptor();
    copyAddresses();
  }

  /** Nothing here uses these fields of {@link SocketImpl}, but other code may read them. */
  final void copyAddresses() {
    address = jdk.getInetAddress();
    port = jdk.getPort();
    localport = jdk.getLocalPort();
  }

  /** The connection was made, by this end or by the other one. */
  abstract void made(boolean opened);

  @Override
  protected final void connect(String host, int port) throws IOException {
    jdk.connect(host, port);
    made(true);
  }

  @Override
  protected final void connect(InetAddress address, int port) throws IOException {
    jdk.connect(address, port);
    made(true);
  }

  @Override
  protected final void connect(SocketAddress address, int timeout) throws IOException {
    jdk.connect(address, timeout);
    made(true);
  }

  @Override
  protected final void bind(InetAddress host, int port) throws IOException {
    jdk.bind(host, port);
    copyAddresses();
  }

  @Override
  protected final boolean supportsUrgentData() {
    return jdk.supportsUrgentData();
  }

  @Override
  protected final Set<SocketOption<?>> supportedOptions() {
    return jdk.supportedOptions();
  }

  @Override
  protected final FileDescriptor getFileDescriptor() {
    return jdk.getFileDescriptor();
  }

  @Override
  protected final InetAddress getInetAddress() {
    return jdk.getInetAddress();
  }

  @Override
  protected final int getPort() {
    return jdk.getPort();
  }

  @Override
  protected final int getLocalPort() {
    return jdk.getLocalPort();
  }
}
