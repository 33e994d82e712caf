package jfs.core.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.Test;

class JsonSummaryTest {

  private static final List<TransportKind> KINDS =
      List.of(TransportKind.TCP, TestKinds.NEAR, TestKinds.FAR);

  @Test
  void isOneLineOfJsonInTheDocumentedOrder() {
    Connections connections = new Connections();
    Connections.Live opened = connections.add(this, Origin.OPENED, null, Reason.NO_TRANSPORT);
    opened.stats().addSent(12);
    connections.add(this, Origin.ACCEPTED, null, new Reason("because")).stats().addReceived(34);
    assertEquals(
        "{\"jfs\":\"1.0\",\"pid\":42,\"java\":\"a\\\"b\\\\c\\u0001\","
            + "\"opened\":1,\"accepted\":1,"
            + "\"connections\":{\"tcp\":2,\"near\":0,\"far\":0},"
            + "\"bytes\":{\"tcp\":{\"sent\":12,\"received\":34},"
            + "\"near\":{\"sent\":0,\"received\":0},\"far\":{\"sent\":0,\"received\":0}},"
            + "\"reasons\":{\"because\":1,\"no-transport\":1}}",
        JsonSummary.of(connections, KINDS, "1.0", 42, "a\"b\\c\u0001"));
  }
}
