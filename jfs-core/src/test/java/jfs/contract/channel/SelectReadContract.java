package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** When a channel is ready for reading: exactly while a read would not return 0. */
class SelectReadContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;

  /** Selects until the key is ready, as it must become, and takes it out of the selected ones. */
  private static void selectOne(Selector selector, SelectionKey key) throws Exception {
    assertEquals(1, Background.of(() -> selector.select()).get());
    assertEquals(Set.of(key), selector.selectedKeys());
    assertEquals(READ, key.readyOps());
    assertTrue(key.isReadable());
    selector.selectedKeys().clear();
  }

  @Test
  void notReadyWhileNothingCame() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      assertEquals(0, selector.selectNow());
      assertEquals(0, key.readyOps());
      assertFalse(key.isReadable());
      assertEquals(Set.of(), selector.selectedKeys());
    }
  }

  @Test
  void blockedSelectReturnsWhenAByteComes() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      ends.peer.send((byte) 1);
      assertEquals(1, selecting.get());
    }
  }

  @Test
  void bytesFromBeforeTheRegistrationCount() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.peer.send((byte) 1);
      selectOne(selector, ends.channel.register(selector, READ));
    }
  }

  @Test
  void notReadyAgainAfterAllWasRead() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      for (int i = 0; i < 50; i++) {
        ends.peer.send((byte) i, (byte) -i);
        selectOne(selector, key);
        assertArrayEquals(new byte[] {(byte) i, (byte) -i}, Buffers.read(ends.channel, 2));
        assertEquals(0, selector.selectNow(), "after message " + i);
        assertEquals(Set.of(), selector.selectedKeys());
      }
      Background<Integer> selecting =
          Background.of(() -> selector.select()).assertStaysBlockedIn("select");
      ends.peer.send((byte) 1);
      assertEquals(1, selecting.get());
    }
  }

  @Test
  void readyAgainAndAgainWhileBytesAreLeft() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      ends.peer.send(Bytes.pattern(100));
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 100);
      for (int i = 0; i < 100; i++) {
        selectOne(selector, key);
        selectOne(selector, key);
        assertEquals(1, ends.channel.read(ByteBuffer.allocate(1)));
      }
      assertEquals(0, selector.selectNow());
    }
  }

  @Test
  void readyForWhatArrivesBetweenReadAndSelect() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      ends.peer.send((byte) 1);
      selectOne(selector, key);
      ends.peer.send((byte) 2);
      assertEquals(1, Buffers.read(ends.channel, 1)[0]);
      selectOne(selector, key);
      assertEquals(2, Buffers.read(ends.channel, 1)[0]);
      assertEquals(0, selector.selectNow());
    }
  }

  @Test
  void aReadThatReturnedZeroDoesNotMissWhatComesNext() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      for (int i = 0; i < 50; i++) {
        assertEquals(0, ends.channel.read(ByteBuffer.allocate(1)));
        ends.peer.send((byte) i);
        selectOne(selector, key);
        assertEquals(i, Buffers.read(ends.channel, 1)[0]);
      }
    }
  }

  @Test
  void notReadyIfItIsNotAskedFor() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, 0);
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
      assertEquals(0, selector.selectNow());
      key.interestOps(READ);
      selectOne(selector, key);
    }
  }

  @Test
  void selectNeverReturnsForAReadableChannelWithoutBytes() throws Exception {
    byte[] sent = Bytes.pattern(2 * Bytes.MEBI);
    ByteBuffer received = ByteBuffer.allocate(sent.length);
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      Background<Void> sender = Background.running(() -> ends.peer.send(sent));
      while (received.hasRemaining()) {
        selectOne(selector, key);
        ByteBuffer into = ByteBuffer.allocate(Math.min(30_011, received.remaining()));
        int n = ends.channel.read(into);
        assertTrue(n > 0, () -> "ready, but read " + n);
        received.put(into.flip());
      }
      sender.get();
      assertArrayEquals(sent, received.array());
      assertEquals(0, selector.selectNow());
    }
  }
}
