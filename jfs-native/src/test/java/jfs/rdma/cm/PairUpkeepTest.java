package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfs.core.transport.TransportFailure;
import jfs.rdma.stream.PairedTransports;
import jfs.rdma.verbs.VerbsInternals;
import org.junit.jupiter.api.Test;

/** What the reactor does for one pair. */
class PairUpkeepTest extends PairedTransports {

  /** The peer's last message may be found only after its connection has ended. */
  @Test
  void processThatEndedInOrderIsNotTakenForResetByASlowDevice() throws Exception {
    TwoHosts.on(
        hosts.client(),
        () -> {
          endpoint(client).beSlowToFlush();
          server.connection().processEnds();
          hosts.client().pairing().upkeep().disconnected(TwoHosts.pair(client));
        });
    assertEquals(-1, client.receiver().receive(new byte[1], 0, 1, 20_000));
  }

  @Test
  void endThatTheDeviceFailsIsToldSo() throws Exception {
    TwoHosts.on(
        hosts.client(), () -> hosts.client().pairing().upkeep().broken(TwoHosts.pair(client)));
    assertEquals(List.of(TransportFailure.DEVICE_FAILED), ends[0].failures);
  }

  @Test
  void endWhosePeerHasDiedIsToldSo() throws Exception {
    TwoHosts.on(
        hosts.client(),
        () -> hosts.client().pairing().upkeep().disconnected(TwoHosts.pair(client)));
    assertEquals(List.of(TransportFailure.PEER_LOST), ends[0].failures);
  }

  @Test
  void endOfAConnectionInOrderIsNoFailure() throws Exception {
    TwoHosts.on(
        hosts.client(),
        () -> {
          server.connection().processEnds();
          hosts.client().pairing().upkeep().disconnected(TwoHosts.pair(client));
        });
    assertEquals(List.of(), ends[0].failures);
  }

  @Test
  void peerIsNotTakenForSilentBecauseNobodyLooked() throws Exception {
    TwoHosts.on(
        hosts.client(),
        () -> {
          for (int i = 0; i < 3 * VerbsInternals.MOST_SILENT_TICKS; i++) {
            hosts.client().pairing().upkeep().tick(TwoHosts.pair(client), System.nanoTime(), true);
          }
        });
    send(client, pattern(10));
    assertArrayEquals(pattern(10), receive(server, 10));
  }
}
