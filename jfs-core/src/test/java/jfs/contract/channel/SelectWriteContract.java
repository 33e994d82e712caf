package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import java.util.zip.CRC32;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** When a channel is ready for writing: only while a write would take something. */
class SelectWriteContract extends ChannelContract {

  private static final int WRITE = SelectionKey.OP_WRITE;
  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  /** Writes until neither a write takes anything nor a select reports room. */
  private static int fill(ChannelEnds ends, Selector selector, ByteBuffer from) throws Exception {
    int start = from.position();
    do {
      selector.selectedKeys().clear();
      while (ends.channel.write(from) > 0) {}
      // The kernel moves what it has to the peer's buffer when it likes, and then there is room.
    } while (selector.selectNow() > 0);
    return from.position() - start;
  }

  @Test
  void readyAtOnceAndAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, WRITE);
      for (int i = 0; i < 3; i++) {
        assertEquals(1, Background.of(() -> selector.select()).get());
        assertEquals(Set.of(key), selector.selectedKeys());
        assertEquals(WRITE, key.readyOps());
        assertTrue(key.isWritable());
        assertFalse(key.isReadable());
        selector.selectedKeys().clear();
      }
    }
  }

  @Test
  void notReadyIfItIsNotAskedFor() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, 0);
      assertEquals(0, selector.selectNow());
      assertEquals(0, key.readyOps());
    }
  }

  @Test
  void readyForNoMoreThanIsAskedFor() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, WRITE);
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
      assertEquals(1, selector.selectNow());
      assertEquals(WRITE, key.readyOps());
    }
  }

  @Test
  void readyForBoth() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, WRITE | SelectionKey.OP_READ);
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
      assertEquals(1, selector.selectNow());
      assertEquals(WRITE | SelectionKey.OP_READ, key.readyOps());
    }
  }

  @Test
  void notReadyWhileFullAndReadyWhenThePeerHasRead() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, WRITE);
      int sent = fill(ends, selector, ByteBuffer.wrap(HUGE));
      Background<Integer> selecting = Background.of(() -> selector.select());
      ends.peer.receive(sent);
      assertEquals(1, selecting.get());
      assertTrue(ends.channel.write(ByteBuffer.wrap(HUGE)) > 0);
    }
  }

  @Test
  void fullForWritingIsStillReadyForReading() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, WRITE);
      int sent = fill(ends, selector, ByteBuffer.wrap(HUGE));
      key.interestOps(SelectionKey.OP_READ);
      assertEquals(0, selector.selectNow());
      ends.peer.send((byte) 1);
      assertEquals(1, Background.of(() -> selector.select()).get());
      assertEquals(SelectionKey.OP_READ, key.readyOps());
      assertEquals(1, Buffers.read(ends.channel, 1)[0]);
      selector.selectedKeys().clear();
      assertEquals(0, selector.selectNow());
      ends.peer.receive(sent);
    }
  }

  @Test
  void everyReadinessTakesSomethingAndAllArrivesInOrder() throws Exception {
    assertFlows(ByteBuffer.wrap(HUGE));
  }

  @Test
  void everyReadinessTakesSomethingOfADirectBufferToo() throws Exception {
    assertFlows(Buffers.direct(HUGE));
  }

  private void assertFlows(ByteBuffer from) throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, WRITE);
      fill(ends, selector, from);
      Background<Long> receiver = Background.of(() -> checksum(ends.peer));
      while (from.hasRemaining()) {
        assertEquals(1, Background.of(() -> selector.select()).get());
        selector.selectedKeys().clear();
        assertTrue(ends.channel.write(from) > 0, "ready, but no room");
      }
      assertEquals(checksum(HUGE), receiver.get());
    }
  }

  private static long checksum(PeerEnd peer) throws Exception {
    CRC32 sum = new CRC32();
    int left = HUGE.length;
    while (left > 0) {
      byte[] next = peer.receive(Math.min(left, 1 << 16));
      sum.update(next);
      left -= next.length;
    }
    return sum.getValue();
  }

  private static long checksum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return sum.getValue();
  }

  @Test
  void fullInBothDirectionsDrainsInBoth() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, WRITE);
      ByteBuffer out = ByteBuffer.wrap(HUGE);
      ByteBuffer in = ByteBuffer.allocate(HUGE.length);
      fill(ends, selector, out);
      Background<Void> sender = Background.running(() -> ends.peer.send(HUGE));
      sender.awaitBlockedIn("write");
      Background<byte[]> receiver = Background.of(() -> ends.peer.receive(HUGE.length));
      key.interestOps(WRITE | SelectionKey.OP_READ);
      while (in.hasRemaining() || out.hasRemaining()) {
        assertEquals(1, selector.select(20_000));
        if (key.isReadable()) {
          assertTrue(ends.channel.read(in) > 0, "readable, but nothing there");
        }
        if (key.isWritable()) {
          assertTrue(ends.channel.write(out) > 0, "writable, but no room");
        }
        selector.selectedKeys().clear();
        key.interestOps(
            (out.hasRemaining() ? WRITE : 0) | (in.hasRemaining() ? SelectionKey.OP_READ : 0));
      }
      sender.get();
      assertArrayEquals(HUGE, in.array());
      assertArrayEquals(HUGE, receiver.get());
    }
  }
}
