package jfs.agent.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;

/**
 * Connects through proxies at two ports of this host: {@code ProxiedSockets SOCKS_PORT HTTP_PORT}.
 */
public final class ProxiedSockets {

  private ProxiedSockets() {}

  public static void main(String[] args) throws Exception {
    Proxy socks = proxy(Proxy.Type.SOCKS, args[0]);
    Proxy http = proxy(Proxy.Type.HTTP, args[1]);
    try (ServerSocket listener = Loopback.listen()) {
      connect("by default", listener, new Socket());
      connect("direct", listener, new Socket(Proxy.NO_PROXY));
      connect("SOCKS", listener, new Socket(socks));
      connect("HTTP", listener, new Socket(http));
      ProxySelector.setDefault(new Recording(List.of(Proxy.NO_PROXY)));
      connect("selected direct", listener, new Socket());
      connect("not selected", listener, new Socket(Proxy.NO_PROXY));
      connect("SOCKS not selected", listener, new Socket(socks));
      ProxySelector.setDefault(new Recording(List.of(proxy(Proxy.Type.SOCKS, "1"), socks)));
      connect("second of two", listener, new Socket());
      ProxySelector.setDefault(new Recording(List.of(proxy(Proxy.Type.SOCKS, "1"))));
      connect("dead proxy", listener, new Socket());
      connect("dead SOCKS", listener, new Socket(proxy(Proxy.Type.SOCKS, "1")));
      connect("dead HTTP", listener, new Socket(proxy(Proxy.Type.HTTP, "1")));
    }
  }

  private static Proxy proxy(Proxy.Type type, String port) {
    return new Proxy(
        type, new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)));
  }

  private static void connect(String what, ServerSocket listener, Socket client)
      throws IOException {
    try (client) {
      client.setTcpNoDelay(true);
      Say.outcome(
          what,
          () -> {
            client.connect(listener.getLocalSocketAddress(), 5000);
            try (Socket server = listener.accept()) {
              return (Loopback.works(client, server) + " " + client.getTcpNoDelay())
                  + (" " + Say.withoutNumbers(client))
                  + (" " + Say.withoutNumbers(client.getRemoteSocketAddress()));
            }
          });
    }
  }

  /** Says what it is asked and told. */
  private static final class Recording extends ProxySelector {
    private final List<Proxy> answer;

    Recording(List<Proxy> answer) {
      this.answer = answer;
    }

    @Override
    public List<Proxy> select(URI uri) {
      System.out.println("asked about " + Say.withoutNumbers(uri));
      return answer;
    }

    @Override
    public void connectFailed(URI uri, SocketAddress proxy, IOException e) {
      System.out.println("failed " + Say.withoutNumbers(uri + " " + proxy + " " + e));
    }
  }
}
