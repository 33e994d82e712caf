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

class BooksTest {

  private long now = 1;
  private final Books books = new Books(() -> now);
  private SocketChannel channel;
  private Link link;

  @BeforeEach
  void open() throws Exception {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    link = new Link(null, channel, null);
  }

  @AfterEach
  void close() throws Exception {
    channel.close();
  }

  @Test
  void aSearchIsFoundOnce() {
    books.search(tuple(7), link);
    assertSame(link, books.searcher(tuple(7)));
    assertNull(books.searcher(tuple(7)));
  }

  @Test
  void aSearchEnds() {
    books.search(tuple(7), link);
    now += Books.PATIENCE_NANOS;
    books.search(tuple(8), link);
    now++;
    assertNull(books.searcher(tuple(7)));
    assertSame(link, books.searcher(tuple(8)));
  }

  /** Peers that are gone may have searched for more than the table holds. */
  @Test
  void searchesThatAreOverMakeRoom() {
    for (int i = 0; i < Books.MOST_SEARCHES; i++) {
      books.search(tuple(i), link);
    }
    int late = Books.MOST_SEARCHES;
    books.search(tuple(late), link);
    assertNull(books.searcher(tuple(late)));
    now += Books.PATIENCE_NANOS + 1;
    books.search(tuple(late), link);
    assertSame(link, books.searcher(tuple(late)));
  }

  @Test
  void searchesOverALinkEndWithIt() throws Exception {
    try (SocketChannel other = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      Link stays = new Link(null, other, null);
      books.search(tuple(7), link);
      books.search(tuple(8), stays);
      books.forget(link);
      assertFalse(books.isSearched(tuple(7)));
      assertSame(stays, books.searcher(tuple(8)));
    }
  }

  private static FourTuple tuple(int number) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new FourTuple(loopback, number >> 16, loopback, number & 0xffff);
  }
}
