package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfs.core.config.Options;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.core.transport.Transports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RdmaProviderTest {

  @TempDir Path folder;

  private static Options options(String arguments) {
    return Options.of(arguments, Map.of(), Map.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | false",
        "rdma=on | true",
        "rdma=eager | true",
        "rdma_key=k | true",
        "rdma=off,rdma_key=k | false",
        "rdma=on,rdma_key=k | true"
      })
  void isOnIfAskedForOrWithAKey(String arguments, boolean on) {
    assertEquals(on, RdmaOptions.wantRdma(options(arguments)));
  }

  @Test
  void complainsOfWhatWasAskedForOnly() throws Exception {
    RdmaProvider provider = new RdmaProvider(options(""));
    Transports transports = new Transports(List.of(provider));
    assertEquals(List.of(), transports.complaints(options("shm=on")));
    Path key = Files.writeString(folder.resolve("key"), "short");
    List<String> complaints = transports.complaints(options("rdma_key=" + key));
    assertEquals(1, complaints.size(), complaints::toString);
    assertTrue(complaints.get(0).matches("no RDMA: rdma_key=.* is no key: .*16 bytes.*"));
    complaints = transports.complaints(options("rdma_key=/dev/null"));
    assertEquals(1, complaints.size(), complaints::toString);
    assertTrue(complaints.get(0).endsWith("it is not a regular file"), complaints::toString);
  }

  /** It gives this reason only if it could have served the connection, so not within a host. */
  @Test
  void whereItIsOffItSaysSo() throws Exception {
    InetAddress here = InetAddress.getByName("192.0.2.1");
    InetAddress there = InetAddress.getByName("192.0.2.2");
    InetAddress loopback = InetAddress.getLoopbackAddress();
    RdmaProvider off = new RdmaProvider(options(""));
    assertEquals(Reason.RDMA_OFF, off.refusal(new FourTuple(here, 1, there, 2)).orElseThrow());
    assertEquals(Reason.SAME_HOST, off.refusal(new FourTuple(here, 1, here, 2)).orElseThrow());
    RdmaProvider on = new RdmaProvider(options("rdma=on"));
    FourTuple within = new FourTuple(loopback, 1, loopback, 2);
    assertEquals(Reason.SAME_HOST, on.refusal(within).orElseThrow());
  }
}
