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
 * A carrier that asks, when it connects, whether to go through a SOCKS proxy. Nearly always the
 * answer is no, and everything is the direct carrier's, its streams too.
 *
 * <p>{@code current} changes while a proxy is tried and is then closed by whichever thread; both
 * are done under this object's monitor, and it is volatile for everyone who just uses it.
 */
public final class ProxyAwareCarrier extends ForwardingCarrier {

  private final TcpCarrier direct;
  private final Setup setup = new Setup();
  private volatile TcpCarrier current;
  private boolean closed;

  /** Goes by way of {@code direct} unless a proxy is to be used. */
  public ProxyAwareCarrier(TcpCarrier direct) {
    this.direct = direct;
    this.current = direct;
  }

  @Override
  TcpCarrier to() {
    return current;
  }

  /** Accepted connections have come without a proxy. */
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

  /** Answers false if the connection is to be direct. */
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
