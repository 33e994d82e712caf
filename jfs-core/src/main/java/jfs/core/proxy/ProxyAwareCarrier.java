package jfs.core.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import jfs.core.carrier.TcpCarrier;

/**
 * A carrier that asks, when it connects, whether to go through a SOCKS proxy. The answer is nearly
 * always no; then the direct carrier does everything, and its streams are used.
 *
 * <p>{@code current} changes while a proxy is tried. It changes, and {@code closed} is set, under
 * this object's monitor: so either {@link #close} or {@code become} closes the new carrier. It is
 * volatile for threads that only use it.
 */
public final class ProxyAwareCarrier extends ForwardingCarrier {

  private final TcpCarrier direct;
  private final Setup setup = new Setup();
  private volatile TcpCarrier current;
  private boolean closed;

  /** Goes through {@code direct} unless the selector names a proxy. */
  public ProxyAwareCarrier(TcpCarrier direct) {
    this.direct = direct;
    this.current = direct;
  }

  @Override
  TcpCarrier to() {
    return current;
  }

  /** Accepted connections do not use a proxy. */
  @Override
  public TcpCarrier blank() {
    return direct.blank();
  }

  @Override
  public void connect(SocketAddress remote, int timeoutMillis) throws IOException {
    Proxies proxies = remote instanceof InetSocketAddress to ? Proxies.forTarget(to) : null;
    if (proxies == null || !connectThroughAny(proxies, remote, timeoutMillis)) {
      direct.connect(remote, timeoutMillis);
    }
  }

  /** Returns false if the connection is to be direct. */
  private boolean connectThroughAny(Proxies proxies, SocketAddress remote, int timeoutMillis)
      throws IOException {
    IOException last = null;
    for (Proxy proxy : proxies.select()) {
      if (proxy == null || proxy.type() != Proxy.Type.SOCKS) {
        become(direct);
        return false;
      }
      try {
        connectThrough(proxy, remote, timeoutMillis);
        return true;
      } catch (UnreachableProxyException e) {
        last = e.why();
        proxies.failed(proxy, last);
      }
    }
    if (last == null) {
      return false;
    }
    close();
    throw new SocketException("Can't connect to SOCKS proxy:" + last.getMessage());
  }

  private void connectThrough(Proxy proxy, SocketAddress remote, int timeoutMillis)
      throws IOException {
    SocketCarrier proxied = new SocketCarrier(proxy);
    if (setup.needsItsPort()) {
      direct.close();
    }
    setup.replay(proxied);
    become(proxied);
    proxied.connect(remote, timeoutMillis);
    direct.close();
  }

  private synchronized void become(TcpCarrier next) throws IOException {
    if (closed) {
      next.close();
      throw new SocketException("Socket closed");
    }
    current = next;
  }

  @Override
  public void bind(InetAddress address, int port) throws IOException {
    super.bind(address, port);
    setup.bound(address, port);
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    super.setOption(option, value);
    if (current == direct) {
      setup.add(carrier -> carrier.setOption(option, value));
    }
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    super.setOption(option, value);
    if (current == direct) {
      setup.add(carrier -> carrier.setOption(option, value));
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
    }
    try (TcpCloser proxied = current::close) {
      direct.close();
    }
  }

  private interface TcpCloser extends AutoCloseable {
    @Override
    void close() throws IOException;
  }
}
