package jfs.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import jfs.testing.ForkedMain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code -DsocksProxyHost} in factory mode: the same sockets use the proxy as without JFS. */
class ProxyModeTest {

  /** Reserved for documentation: only the proxy connects to it. */
  private static final String TARGET = "192.0.2.7";

  private Socks5Server proxy;
  private ServerSocket target;

  @BeforeEach
  void listen() throws IOException {
    proxy = new Socks5Server();
    target = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread answering = new Thread(this::answer);
    answering.setDaemon(true);
    answering.start();
  }

  private void answer() {
    try {
      while (true) {
        try (Socket accepted = target.accept()) {
          accepted.getOutputStream().write(accepted.getInputStream().read() + 1);
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    target.close();
  }

  private String run(int proxyPort, String how) throws Exception {
    List<String> options = List.of("-DsocksProxyHost=127.0.0.1", "-DsocksProxyPort=" + proxyPort);
    return ForkedMain.run(Client.class, options, Integer.toString(target.getLocalPort()), how);
  }

  @Test
  void socketGoesThroughTheProxy() throws Exception {
    int port = target.getLocalPort();
    String expected = "42 /" + TARGET + ":" + port + " true 4711";
    assertEquals(expected, run(proxy.port(), "plain"));
    assertEquals(1, proxy.served());
    // The JDK's word for it.
    assertEquals(expected, run(proxy.port(), "oracle"));
  }

  @Test
  void unresolvedNameIsTheProxysToResolve() throws Exception {
    assertEquals(run(proxy.port(), "oracle-unresolved"), run(proxy.port(), "unresolved"));
    assertEquals(2, proxy.served());
  }

  @Test
  void socketWithoutProxyGoesDirect() throws Exception {
    run(proxy.port(), "direct");
    assertEquals(0, proxy.served());
  }

  @Test
  void proxyThatIsDown() throws Exception {
    proxy.close();
    assertEquals(run(proxy.port(), "oracle"), run(proxy.port(), "plain"));
  }

  /** Sends a byte and prints the answer. */
  static final class Client {
    private Client() {}

    public static void main(String[] args) throws Exception {
      if (!args[1].startsWith("oracle")) {
        FactoryModeTest.install();
      }
      int port = Integer.parseInt(args[0]);
      try (Socket socket = args[1].equals("direct") ? new Socket(Proxy.NO_PROXY) : new Socket()) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(4711);
        socket.connect(
            args[1].endsWith("unresolved")
                ? InetSocketAddress.createUnresolved("name.test", port)
                : new InetSocketAddress(TARGET, port),
            args[1].equals("direct") ? 300 : 0);
        socket.getOutputStream().write(41);
        int answer = socket.getInputStream().read();
        System.out.println(
            answer
                + " "
                + socket.getInetAddress()
                + ":"
                + socket.getPort()
                + " "
                + socket.getTcpNoDelay()
                + " "
                + socket.getSoTimeout());
      } catch (IOException e) {
        System.out.println(e);
      }
    }
  }
}
