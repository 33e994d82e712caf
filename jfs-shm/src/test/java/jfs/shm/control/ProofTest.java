package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.util.concurrent.Callable;
import jfs.core.host.HostServices;
import jfs.core.transport.FourTuple;
import org.junit.jupiter.api.Test;

class ProofTest {

  private final FourTuple ends;

  ProofTest() throws Exception {
    InetAddress here = InetAddress.getByName("192.0.2.1");
    ends = new FourTuple(here, 1000, InetAddress.getByName("192.0.2.2"), 2000);
  }

  /** Services that are only asked for a socket. */
  private HostServices finding(Callable<Long> cookie) {
    return (HostServices)
        Proxy.newProxyInstance(
            HostServices.class.getClassLoader(),
            new Class<?>[] {HostServices.class},
            (proxy, method, arguments) -> {
              assertEquals("find", method.getName());
              FourTuple asked = (FourTuple) arguments[0];
              assertEquals(ends.remoteAddress(), asked.localAddress());
              assertEquals(ends.localPort(), asked.remotePort());
              return cookie.call();
            });
  }

  @Test
  void anEndThatIsHereIsNotElsewhere() {
    assertFalse(Proof.mayBeElsewhere(finding(() -> 7L), ends));
    assertTrue(Proof.mayBeElsewhere(finding(() -> 0L), ends));
  }

  /** A kernel without tcp_diag, or a process that may not ask: the marks of packets decide. */
  @Test
  void whereTheKernelCannotBeAskedAnEndMayBeElsewhere() {
    assertTrue(
        Proof.mayBeElsewhere(
            finding(
                () -> {
                  throw new IOException("socket diagnosis: EOPNOTSUPP");
                }),
            ends));
  }
}
