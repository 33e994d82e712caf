package jfs.core.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;

class SummaryTest {

  @Test
  void isOneLineOfJsonInTheDocumentedOrder() {
    Connections connections = new Connections();
    Connections.Live opened = connections.add(this, Origin.OPENED, null, Reason.NO_TRANSPORT);
    opened.stats().addSent(12);
    connections.add(this, Origin.ACCEPTED, null, new Reason("because")).stats().addReceived(34);
    assertEquals(
        "{\"jfs\":\"1.0\",\"pid\":42,\"java\":\"a\\\"b\\\\c\\u0001\","
            + "\"opened\":1,\"accepted\":1,"
            + "\"connections\":{\"tcp\":2,\"shm\":0,\"rdma\":0},"
            + "\"bytes\":{\"tcp\":{\"sent\":12,\"received\":34},"
            + "\"shm\":{\"sent\":0,\"received\":0},\"rdma\":{\"sent\":0,\"received\":0}},"
            + "\"reasons\":{\"because\":1,\"no-transport\":1}}",
        Summary.of(connections, "1.0", 42, "a\"b\\c\u0001"));
  }
}
