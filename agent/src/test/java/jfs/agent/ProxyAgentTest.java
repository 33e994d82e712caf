package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.agent.programs.Hello;
import jfs.agent.programs.ProxiedSockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs behind proxies. */
class ProxyAgentTest {

  private ProxyServer socks;
  private ProxyServer http;

  @BeforeEach
  void start() throws Exception {
    socks = ProxyServer.start(ProxyServer.Protocol.SOCKS5);
    http = ProxyServer.start(ProxyServer.Protocol.HTTP_CONNECT);
  }

  @AfterEach
  void stop() throws Exception {
    socks.close();
    http.close();
  }

  private ChildJvm behindSocks(ChildJvm jvm) {
    return jvm.with(
        "-DsocksProxyHost=127.0.0.1", "-DsocksProxyPort=" + socks.port(), "-DsocksNonProxyHosts=");
  }

  @Test
  void trafficGoesThroughTheProxyOfTheProperties() throws Exception {
    Exit exit = behindSocks(ChildJvm.of(Hello.class)).withAgent().run().assertOk().assertQuiet();
    assertEquals("hello\n", exit.out());
    assertEquals(1, socks.served());
  }

  @Test
  void noProxyNoTraffic() throws Exception {
    ChildJvm.of(Hello.class).withAgent().run().assertOk();
    assertEquals(0, socks.served());
  }

  @Test
  void proxiesOfAllKindsAndTheSelector() throws Exception {
    assertSameThroughProxies(ChildJvm.of(ProxiedSockets.class, socks.port(), http.port()), 2);
  }

  @Test
  void proxiesOfAllKindsAndTheSelectorBehindAProxy() throws Exception {
    ChildJvm jvm = ChildJvm.of(ProxiedSockets.class, socks.port(), http.port());
    assertSameThroughProxies(behindSocks(jvm).with("-esa"), 3);
  }

  private void assertSameThroughProxies(ChildJvm jvm, int throughSocks) throws Exception {
    Exit without = jvm.run();
    int socksWithout = socks.served();
    int httpWithout = http.served();
    Exit with = jvm.withAgent().run();
    assertEquals(without, with);
    assertTrue(with.out().contains("HTTP: true"), with.out());
    assertTrue(with.out().contains("asked about socket://"), with.out());
    assertEquals(throughSocks, socksWithout);
    assertEquals(2 * socksWithout, socks.served());
    assertEquals(1, httpWithout);
    assertEquals(2, http.served());
  }
}
