package jfs.core.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.Test;

class ConnectionReportTest {

  private final Connections connections = new Connections();

  private Connections.Live add(String local, String remote) throws Exception {
    FourTuple ends =
        new FourTuple(InetAddress.getByName(local), 1, InetAddress.getByName(remote), 65535);
    return connections.add(this, Origin.OPENED, ends, Reason.UNPAIRED);
  }

  @Test
  void tellsWhatThereIsToTell() throws Exception {
    Connections.Live connection = add("127.0.0.1", "::1");
    connection.stats().addSent(12);
    connection.stats().addReceived(1L << 40);
    long before = System.currentTimeMillis();
    ConnectionReport report = ConnectionReport.of(connection).orElseThrow();
    assertTrue(report.since() <= before && report.since() > before - 60_000, report::toString);
    assertEquals(
        new ConnectionReport(
            1,
            report.since(),
            "opened",
            "127.0.0.1:1",
            "[0:0:0:0:0:0:0:1]:65535",
            "tcp",
            12,
            1L << 40,
            "open",
            "unpaired"),
        report);
  }

  @Test
  void staysTheSameOnItsWay() throws Exception {
    ConnectionReport report = ConnectionReport.of(add("127.0.0.1", "::1")).orElseThrow();
    assertEquals(report, ConnectionReport.parse(report.line()));
    assertEquals(report, ConnectionReport.parse(report.line() + "\tof a later version"));
  }

  @Test
  void refusesWhatIsNone() {
    for (String line :
        new String[] {"", "1", "\t\t\t\t\t\t\t\t\t", "x\t1\ta\tb\tc\td\t1\t1\te\tf"}) {
      assertThrows(IllegalArgumentException.class, () -> ConnectionReport.parse(line), line);
    }
  }

  @Test
  void reasonIsForTcpAlone() throws Exception {
    Connections.Live connection = add("10.0.0.1", "10.0.0.1");
    connection.stats().carriedBy(TestKinds.NEAR);
    ConnectionReport report = ConnectionReport.of(connection).orElseThrow();
    assertEquals("near", report.via());
    assertEquals("", report.reason());
    assertEquals(
        "{\"number\":1,\"since\":%d,\"origin\":\"opened\",".formatted(report.since())
            + "\"local\":\"10.0.0.1:1\",\"remote\":\"10.0.0.1:65535\",\"via\":\"near\","
            + "\"sent\":0,\"received\":0,\"state\":\"open\",\"reason\":null}",
        report.json());
  }

  @Test
  void followsTheConnectionToItsEnd() throws Exception {
    Connections.Live connection = add("127.0.0.1", "127.0.0.1");
    assertState("open", connection);
    connection.stats().inputEnded();
    assertState("half-closed", connection);
    connection.stats().outputEnded();
    assertState("ended", connection);
    connection.stats().closing(false);
    assertState("closing", connection);
    connection.end();
    assertEquals(Optional.empty(), ConnectionReport.of(connection));
  }

  private static void assertState(String state, Connections.Live connection) {
    assertEquals(state, ConnectionReport.of(connection).orElseThrow().state());
  }

  @Test
  void connectionsWithoutAddressesCanBeTold() {
    Connections.Live connection = connections.add(this, Origin.ACCEPTED, null, Reason.NO_TRANSPORT);
    ConnectionReport report = ConnectionReport.of(connection).orElseThrow();
    assertEquals("?", report.local());
    assertEquals("accepted", report.origin());
  }

  /** A report of a connection that is just ending tells all of it, or there is none. */
  @Test
  void endingRacesWithTelling() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      Connections.Live connection = add("127.0.0.1", "127.0.0.1");
      connection.stats().addSent(7);
      connection.stats().addReceived(7);
      AtomicBoolean wrong = new AtomicBoolean();
      Thread telling =
          new Thread(
              () -> {
                for (Connections.Live live : connections.live()) {
                  Optional<ConnectionReport> report = ConnectionReport.of(live);
                  if (report.isPresent()
                      && (report.get().sent() != 7 || report.get().received() != 7)) {
                    wrong.set(true);
                  }
                }
              });
      telling.start();
      connection.end();
      telling.join();
      assertEquals(false, wrong.get());
    }
  }
}
