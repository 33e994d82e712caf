package java.net;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import sun.net.PlatformSocketImpl;
import sun.nio.ch.NioSocketImpl;

/**
 * What the JDK takes for its platform implementation of a socket while the JFS agent is installed:
 * the agent makes {@code SocketImpl.createPlatformSocketImpl} create one of these in place of a
 * {@code NioSocketImpl}. It stands where that stood, beneath the JDK's SOCKS and HTTP proxy
 * implementations and beside an application's own factory, so that all of those work as they did;
 * and it hands every operation to an implementation by JFS.
 *
 * <p>A member of {@code java.net}, defined there by the agent: only so may it be a {@link
 * PlatformSocketImpl} and call the protected methods of another {@link SocketImpl}. It knows no
 * class of JFS, which is loaded elsewhere.
 */
public final class JfsPlatformSocketImpl extends SocketImpl implements PlatformSocketImpl {

  private static final int CLIENT = 0;
  private static final int LISTENER = 1;

  /** Makes an implementation, for {@link #CLIENT} or {@link #LISTENER}; or none. Set once. */
  private static volatile IntFunction<SocketImpl> implementations;

  /**
   * Finds the JDK's implementation beneath one of JFS, and makes one of JFS above the JDK's. Set
   * once, before the first one.
   */
  private static volatile UnaryOperator<SocketImpl> platform;

  /** Tells an implementation of JFS what its program prefers. Set once, before the first one. */
  private static volatile BiConsumer<SocketImpl, int[]> preferences;

  private final SocketImpl target;

  private JfsPlatformSocketImpl(SocketImpl target) {
    this.target = target;
  }

  /**
   * Makes a platform implementation. The agent puts this call into {@code
   * SocketImpl.createPlatformSocketImpl}, in place of the making of a {@code NioSocketImpl}.
   */
  static SocketImpl make(boolean server) {
    IntFunction<SocketImpl> jfs = implementations;
    if (jfs != null) {
      try {
        SocketImpl target = jfs.apply(server ? LISTENER : CLIENT);
        if (target != null) {
          return new JfsPlatformSocketImpl(target);
        }
      } catch (Exception | LinkageError e) {
        // A security manager that came after the agent may forbid it to load its classes here.
        // The application asked for a socket and must get one.
      }
    }
    return new NioSocketImpl(server);
  }

  /** Called by the agent, once, through reflection, which a third parameter makes slow. */
  private static <T extends IntFunction<SocketImpl> & BiConsumer<SocketImpl, int[]>> void set(
      T newImplementations, UnaryOperator<SocketImpl> newPlatform) {
    platform = newPlatform;
    preferences = newImplementations;
    implementations = newImplementations;
  }

  /**
   * Answers what a listener that is older than the agent, and so a {@code NioSocketImpl}, is to
   * accept a connection into. The agent puts this call in place of the cast in {@code
   * NioSocketImpl.accept}.
   */
  public static NioSocketImpl platform(SocketImpl blank) {
    return (NioSocketImpl)
        (blank instanceof JfsPlatformSocketImpl jfs ? platform.apply(jfs.target) : blank);
  }

  /**
   * Answers what a socket that was accepted is to have: JFS's, unless this is the program's own. A
   * thread that was in {@code accept} as the agent came has accepted into a {@code NioSocketImpl},
   * by the JDK's old instructions, and hands it to {@code Socket}, where the agent puts this call.
   */
  static SocketImpl accepted(SocketImpl impl) {
    UnaryOperator<SocketImpl> jfs = platform;
    if (impl instanceof NioSocketImpl && jfs != null) {
      try {
        JfsPlatformSocketImpl above = new JfsPlatformSocketImpl(jfs.apply(impl));
        above.copyFields();
        return above;
      } catch (Exception | LinkageError e) {
        // As in make(): it stays the JDK's.
      }
    }
    return impl;
  }

  /**
   * What a program prefers of a socket or server socket. The agent puts this call into {@code
   * setPerformancePreferences} of both, which are empty in the JDK and never fail.
   *
   * @param impl as it is: null perhaps, a proxy's, or the program's own
   */
  static void prefer(SocketImpl impl, int connectionTime, int latency, int bandwidth) {
    SocketImpl beneath = impl instanceof DelegatingSocketImpl proxy ? proxy.delegate() : impl;
    if (beneath instanceof JfsPlatformSocketImpl jfs) {
      try {
        preferences.accept(jfs.target, new int[] {connectionTime, latency, bandwidth});
      } catch (Exception | LinkageError e) {
        // As in make(): JFS can't load its classes here, and does without.
      }
    }
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

  /** The fields of {@link SocketImpl} mean nothing here, but there are those who look. */
  private void copyAddresses() {
    address = target.getInetAddress();
    port = target.getPort();
    localport = target.getLocalPort();
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    return target.getInputStream();
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    return target.getOutputStream();
  }

  @Override
  protected int available() throws IOException {
    return target.available();
  }

  @Override
  protected void close() throws IOException {
    target.close();
  }

  @Override
  protected void shutdownInput() throws IOException {
    target.shutdownInput();
  }

  @Override
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
