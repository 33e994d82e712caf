package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jfs.contract.Background;
import org.junit.jupiter.api.Test;

/** One channel in several selectors, and several channels in one. */
class SeveralSelectorsContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;
  private static final int WRITE = SelectionKey.OP_WRITE;

  @Test
  void eachSelectorHasAKeyOfItsOwn() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector first = openSelector();
        Selector second = openSelector()) {
      SelectionKey one = ends.channel.register(first, READ);
      assertNull(ends.channel.keyFor(second));
      SelectionKey two = ends.channel.register(second, WRITE);
      assertNotSame(one, two);
      assertSame(one, ends.channel.keyFor(first));
      assertSame(two, ends.channel.keyFor(second));
      assertEquals(READ, one.interestOps());
      assertEquals(WRITE, two.interestOps());
    }
  }

  @Test
  void aByteEndsAllSelects() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector first = openSelector();
        Selector second = openSelector()) {
      ends.channel.register(first, READ);
      ends.channel.register(second, READ);
      Background<Integer> one = Background.of(() -> first.select()).awaitBlockedIn("select");
      Background<Integer> two = Background.of(() -> second.select()).awaitBlockedIn("select");
      ends.peer.send((byte) 1);
      assertEquals(1, one.get());
      assertEquals(1, two.get());
      Buffers.read(ends.channel, 1);
      first.selectedKeys().clear();
      second.selectedKeys().clear();
      assertEquals(0, first.selectNow());
      assertEquals(0, second.selectNow());
    }
  }

  @Test
  void readingByOneSelectorWritingByAnother() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector reads = openSelector();
        Selector writes = openSelector()) {
      ends.channel.register(reads, READ);
      ends.channel.register(writes, WRITE);
      assertEquals(0, reads.selectNow());
      assertEquals(1, writes.selectNow());
      ends.peer.send((byte) 1);
      assertEquals(1, Background.of(() -> reads.select()).get());
      assertEquals(WRITE, ends.channel.keyFor(writes).readyOps());
    }
  }

  /** As in a server that reads in one loop, and writes in another when there is something. */
  @Test
  void aSelectorThatIsWokenLeavesTheOtherWaiting() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector reads = openSelector();
        Selector writes = openSelector()) {
      ends.channel.register(reads, READ);
      ends.channel.register(writes, 0);
      for (int i = 0; i < 10; i++) {
        ends.peer.send((byte) i);
        assertEquals(1, Background.of(() -> reads.select()).get());
        assertEquals(i, Buffers.read(ends.channel, 1)[0]);
        reads.selectedKeys().clear();
        Background<Integer> reading = Background.of(() -> reads.select()).awaitBlockedIn("select");
        Background<Integer> writing = Background.of(() -> writes.select()).awaitBlockedIn("select");
        writes.wakeup();
        assertEquals(0, writing.get());
        ends.peer.send((byte) -i);
        assertEquals(1, reading.get());
        assertEquals(-i, Buffers.read(ends.channel, 1)[0]);
        reads.selectedKeys().clear();
      }
    }
  }

  @Test
  void cancellingInOneSelectorLeavesTheOther() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector first = openSelector();
        Selector second = openSelector()) {
      ends.channel.register(first, READ).cancel();
      ends.channel.register(second, READ);
      assertEquals(0, first.selectNow());
      assertTrue(ends.channel.isRegistered());
      ends.peer.send((byte) 1);
      assertEquals(1, Background.of(() -> second.select()).get());
    }
  }

  @Test
  void closingOneSelectorLeavesTheOther() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector first = openSelector();
        Selector second = openSelector()) {
      ends.channel.register(first, READ);
      ends.channel.register(second, READ);
      Background<Integer> selecting = Background.of(() -> second.select()).awaitBlockedIn("select");
      first.close();
      ends.peer.send((byte) 1);
      assertEquals(1, selecting.get());
    }
  }

  @Test
  void closingTheChannelEndsBothRegistrations() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector first = openSelector();
        Selector second = openSelector()) {
      ends.channel.register(first, READ);
      ends.channel.register(second, READ);
      ends.channel.close();
      assertEquals(0, first.selectNow());
      assertEquals(0, second.selectNow());
      assertEquals(0, first.keys().size() + second.keys().size());
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void aChannelMovesFromSelectorToSelector() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector first = openSelector();
        Selector second = openSelector()) {
      for (int i = 0; i < 20; i++) {
        Selector selector = i % 2 == 0 ? first : second;
        SelectionKey key = ends.channel.register(selector, READ);
        ends.peer.send((byte) i);
        assertEquals(1, Background.of(() -> selector.select()).get());
        assertEquals(i, Buffers.read(ends.channel, 1)[0]);
        key.cancel();
        assertEquals(0, selector.selectNow());
      }
    }
  }

  @Test
  void onlyTheReadyOnesOfSeveralChannelsAreSelected() throws Exception {
    List<ChannelEnds> all = new ArrayList<>();
    try (Selector selector = openSelector()) {
      for (int i = 0; i < 8; i++) {
        all.add(connect().nonBlocking());
        all.get(i).channel.register(selector, READ, i);
      }
      for (int i = 0; i < 24; i++) {
        ChannelEnds ready = all.get(i * 5 % 8);
        ready.peer.send((byte) i);
        assertEquals(1, Background.of(() -> selector.select()).get());
        SelectionKey key = selector.selectedKeys().iterator().next();
        assertEquals(i * 5 % 8, key.attachment());
        assertEquals(i, Buffers.read(ready.channel, 1)[0]);
        selector.selectedKeys().clear();
        assertEquals(0, selector.selectNow());
      }
    } finally {
      for (ChannelEnds ends : all) {
        ends.close();
      }
    }
  }

  @Test
  void pipesShareASelectorWithChannels() throws Exception {
    Pipe pipe = Pipe.open();
    try (ChannelEnds ends = connect().nonBlocking();
        Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink();
        Selector selector = openSelector()) {
      source.configureBlocking(false);
      SelectionKey ofPipe = source.register(selector, READ);
      SelectionKey ofChannel = ends.channel.register(selector, READ);
      for (byte i = 0; i < 10; i++) {
        ends.peer.send(i);
        assertSelects(selector, ofChannel);
        assertEquals(i, Buffers.read(ends.channel, 1)[0]);
        Buffers.writeFully(sink, Buffers.heap(i));
        assertSelects(selector, ofPipe);
        assertEquals(i, Buffers.read(source, 1)[0]);
        assertEquals(0, selector.selectNow());
      }
    }
  }

  private static void assertSelects(Selector selector, SelectionKey key) throws Exception {
    assertEquals(1, Background.of(() -> selector.select()).get());
    assertEquals(Set.of(key), selector.selectedKeys());
    selector.selectedKeys().clear();
  }
}
