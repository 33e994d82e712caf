package jfs.shm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import jfs.core.transport.FourTuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EndpointRegistryTest {

  private long now = 1;
  private final EndpointRegistry registry = new EndpointRegistry(() -> now);
  private SocketChannel channel;
  private PeerLink link;

  @BeforeEach
  void open() throws Exception {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    link = new PeerLink(null, channel, null);
  }

  @AfterEach
  void close() throws Exception {
    channel.close();
  }

  @Test
  void aSearchIsFoundOnce() {
    registry.search(tuple(7), link);
    assertSame(link, registry.searcher(tuple(7)));
    assertNull(registry.searcher(tuple(7)));
  }

  @Test
  void aSearchEnds() {
    registry.search(tuple(7), link);
    now += EndpointRegistry.PATIENCE_NANOS;
    registry.search(tuple(8), link);
    now++;
    assertNull(registry.searcher(tuple(7)));
    assertSame(link, registry.searcher(tuple(8)));
  }

  /** Peers that are gone may have searched for more than the table holds. */
  @Test
  void searchesThatAreOverMakeRoom() {
    for (int i = 0; i < EndpointRegistry.MOST_SEARCHES; i++) {
      registry.search(tuple(i), link);
    }
    int late = EndpointRegistry.MOST_SEARCHES;
    registry.search(tuple(late), link);
    assertNull(registry.searcher(tuple(late)));
    now += EndpointRegistry.PATIENCE_NANOS + 1;
    registry.search(tuple(late), link);
    assertSame(link, registry.searcher(tuple(late)));
  }

  @Test
  void searchesOverALinkEndWithIt() throws Exception {
    try (SocketChannel other = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      PeerLink stays = new PeerLink(null, other, null);
      registry.search(tuple(7), link);
      registry.search(tuple(8), stays);
      registry.forget(link);
      assertFalse(registry.isSearched(tuple(7)));
      assertSame(stays, registry.searcher(tuple(8)));
    }
  }

  private static FourTuple tuple(int number) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new FourTuple(loopback, number >> 16, loopback, number & 0xffff);
  }
}
