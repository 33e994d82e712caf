package jfs.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import jfs.core.carrier.TcpCarrier;
import org.junit.jupiter.api.Test;

class LocalEndTest {

  private LocalEnd end;
  private boolean asking;

  /** A thread that asks too late must not replace what another thread got. */
  @Test
  void whatWasToldOnceStays() {
    InetAddress here = InetAddress.getLoopbackAddress();
    TcpCarrier closing =
        (TcpCarrier)
            Proxy.newProxyInstance(
                TcpCarrier.class.getClassLoader(),
                new Class<?>[] {TcpCarrier.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("localPort")) {
                    return 1;
                  }
                  if (asking) {
                    return here;
                  }
                  asking = true;
                  assertEquals(here, end.address());
                  throw new SocketException("Socket closed");
                });
    end = new LocalEnd(closing);
    assertEquals(here, end.address());
  }

  /**
   * The statistics and the endpoint registry hold a connection's addresses for as long as it lives.
   */
  @Test
  void theAddressDoesNotKeepAForgottenSocket() throws Exception {
    TcpCarrier carrier = SocketFixture.carrier();
    carrier.create(true);
    end = new LocalEnd(carrier);
    carrier.close();
    carrier = null;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!end.refersTo(null)) {
      assertTrue(System.nanoTime() < deadline, "never collected");
      System.gc();
    }
    assertEquals(null, end.address());
  }
}
