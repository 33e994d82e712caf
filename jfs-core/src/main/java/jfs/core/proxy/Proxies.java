package jfs.core.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** What the process's {@link ProxySelector} says of one target. Asks it as the JDK's sockets do. */
final class Proxies {

  private final ProxySelector selector;
  private final URI target;

  private Proxies(ProxySelector selector, URI target) {
    this.selector = selector;
    this.target = target;
  }

  /** Returns the selector for a target, or null if the process has none. */
  static Proxies forTarget(InetSocketAddress address) throws IOException {
    ProxySelector selector = ProxySelector.getDefault();
    if (selector == null) {
      return null;
    }
    String host = address.getHostString();
    String bracketed = host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    try {
      return new Proxies(selector, new URI("socket://" + bracketed + ":" + address.getPort()));
    } catch (URISyntaxException e) {
      throw new IOException("Failed to select a proxy", e);
    }
  }

  /** The proxies to try, in this order; possibly none. */
  List<Proxy> select() throws IOException {
    try {
      List<Proxy> proxies = selector.select(target);
      return proxies == null ? List.of() : proxies;
    } catch (IllegalArgumentException e) {
      throw new IOException("Failed to select a proxy", e);
    }
  }

  /** Tells the selector that a proxy could not be reached. */
  void failed(Proxy proxy, IOException why) {
    selector.connectFailed(target, proxy.address(), why);
  }
}
