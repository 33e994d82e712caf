package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.net.InetAddress;
import java.net.UnknownHostException;
import jfs.core.transport.FourTuple;
import org.junit.jupiter.api.Test;

class HistoriesTest {

  private final Histories histories = new Histories();

  private static FourTuple ends(String local, int localPort, String remote, int remotePort)
      throws UnknownHostException {
    return new FourTuple(
        InetAddress.getByName(local), localPort, InetAddress.getByName(remote), remotePort);
  }

  @Test
  void connectionsToOneListenerShareAHistory() throws Exception {
    assertSame(
        histories.of(ends("127.0.0.1", 1000, "127.0.0.2", 80), true),
        histories.of(ends("127.0.0.9", 2000, "127.0.0.2", 80), true));
    assertNotSame(
        histories.of(ends("127.0.0.1", 1000, "127.0.0.2", 80), true),
        histories.of(ends("127.0.0.1", 1000, "127.0.0.3", 80), true));
  }

  @Test
  void acceptedConnectionsOfOnePortShareAHistory() throws Exception {
    assertSame(
        histories.of(ends("127.0.0.1", 80, "127.0.0.2", 1000), false),
        histories.of(ends("127.0.0.3", 80, "127.0.0.4", 2000), false));
    assertNotSame(
        histories.of(ends("127.0.0.1", 80, "127.0.0.2", 1000), false),
        histories.of(ends("127.0.0.1", 81, "127.0.0.2", 1000), false));
  }

  @Test
  void manyListenersAreForgotten() throws Exception {
    ListenerHistory first = histories.of(ends("127.0.0.1", 1, "127.0.0.2", 1000), false);
    for (int port = 2; port <= 1001; port++) {
      histories.of(ends("127.0.0.1", port, "127.0.0.2", 1000), false);
    }
    assertNotSame(first, histories.of(ends("127.0.0.1", 1, "127.0.0.2", 1000), false));
  }
}
