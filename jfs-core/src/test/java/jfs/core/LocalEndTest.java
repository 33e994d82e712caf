package jfs.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.SocketException;
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
}
