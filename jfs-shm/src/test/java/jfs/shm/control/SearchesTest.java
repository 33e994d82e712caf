package jfs.shm.control;

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

class SearchesTest {

  /** Nothing: these links do not begin. */
  private static final PeerLink.Common COMMON =
      new PeerLink.Common(new ThisJvm(null, null, null, false, null), null, null, null, null, null);

  private long now = 1;
  private final Searches searches = new Searches(() -> now);
  private SocketChannel channel;
  private PeerLink link;

  @BeforeEach
  void open() throws Exception {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    link = new PeerLink(COMMON, channel, null);
  }

  @AfterEach
  void close() throws Exception {
    channel.close();
  }

  @Test
  void aSearchIsFoundOnce() {
    searches.add(tuple(7), link);
    assertSame(link, searches.take(tuple(7)));
    assertNull(searches.take(tuple(7)));
  }

  @Test
  void aSearchEnds() {
    searches.add(tuple(7), link);
    now += Searches.PATIENCE_NANOS;
    searches.add(tuple(8), link);
    now++;
    assertNull(searches.take(tuple(7)));
    assertSame(link, searches.take(tuple(8)));
  }

  /** Peers that are gone may have searched for more than the table holds. */
  @Test
  void searchesThatAreOverMakeRoom() {
    for (int i = 0; i < Searches.MOST; i++) {
      searches.add(tuple(i), link);
    }
    int late = Searches.MOST;
    searches.add(tuple(late), link);
    assertNull(searches.take(tuple(late)));
    now += Searches.PATIENCE_NANOS + 1;
    searches.add(tuple(late), link);
    assertSame(link, searches.take(tuple(late)));
  }

  @Test
  void searchesOverALinkEndWithIt() throws Exception {
    try (SocketChannel other = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      PeerLink stays = new PeerLink(COMMON, other, null);
      searches.add(tuple(7), link);
      searches.add(tuple(8), stays);
      searches.forget(link);
      assertFalse(searches.contain(tuple(7)));
      assertSame(stays, searches.take(tuple(8)));
    }
  }

  private static FourTuple tuple(int number) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new FourTuple(loopback, number >> 16, loopback, number & 0xffff);
  }
}
