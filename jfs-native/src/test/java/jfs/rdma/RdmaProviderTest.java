package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.util.Map;
import jfs.core.config.Options;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RdmaProviderTest {

  /** Where it is off, it says nothing of its own; where it is on, one address is no other host. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | off",
        "rdma=on | on",
        "rdma=eager | on",
        "rdma_key=k | on",
        "rdma=off,rdma_key=k | off",
        "rdma=on,rdma_key=k | on"
      })
  void isOnIfAskedForOrWithAKey(String arguments, String expected) {
    InetAddress here = InetAddress.getLoopbackAddress();
    RdmaProvider provider = new RdmaProvider(Options.of(arguments, Map.of(), Map.of()));
    Reason refusal = provider.refusal(new FourTuple(here, 1, here, 2)).orElseThrow();
    assertEquals(expected.equals("on") ? Reason.SAME_HOST : Reason.OTHER_HOST, refusal);
  }
}
