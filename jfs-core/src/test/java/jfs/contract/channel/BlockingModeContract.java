package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** The mode of a channel, flipped to and fro. */
class BlockingModeContract extends ChannelContract {

  @Test
  void channelsBlockAtFirst() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertTrue(ends.channel.isBlocking());
      assertSame(ends.channel, ends.channel.configureBlocking(false));
      assertFalse(ends.channel.isBlocking());
      assertSame(ends.channel.blockingLock(), ends.channel.blockingLock());
    }
  }

  @Test
  void bytesPendingAreReadInEitherMode() throws Exception {
    byte[] sent = Bytes.pattern(100);
    try (ChannelEnds ends = connect()) {
      ends.peer.send(sent);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), sent.length);
      for (int i = 0; i < sent.length; i++) {
        ends.channel.configureBlocking(i % 3 == 0);
        ByteBuffer one = ByteBuffer.allocate(1);
        assertEquals(1, ends.channel.read(one));
        assertEquals(sent[i], one.get(0));
      }
      ends.channel.configureBlocking(false);
      assertEquals(0, ends.channel.read(ByteBuffer.allocate(1)));
    }
  }

  @Test
  void bytesThatArriveMeanwhileAreNotLost() throws Exception {
    byte[] sent = Bytes.pattern(500);
    try (ChannelEnds ends = connect()) {
      Background<Void> sender =
          Background.running(
              () -> {
                for (byte b : sent) {
                  ends.peer.send(b);
                }
              });
      for (int i = 0; i < sent.length; i++) {
        ends.channel.configureBlocking(i % 2 == 0);
        assertEquals(sent[i], Buffers.read(ends.channel, 1)[0]);
      }
      sender.get();
    }
  }

  @Test
  void blockingReadAfterANonBlockingOneWaits() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ByteBuffer one = ByteBuffer.allocate(1);
      assertEquals(0, ends.channel.read(one));
      ends.channel.configureBlocking(true);
      Background<Integer> reader =
          Background.of(() -> ends.channel.read(one)).assertStaysBlockedIn("read");
      ends.peer.send((byte) 5);
      assertEquals(1, reader.get());
      assertEquals(5, one.get(0));
    }
  }

  @Test
  void blockingWriteGoesOnWhereANonBlockingOneFoundNoRoom() throws Exception {
    byte[] huge = Bytes.pattern(Bytes.MORE_THAN_ROOM);
    try (ChannelEnds ends = connect().nonBlocking()) {
      ByteBuffer from = ByteBuffer.wrap(huge);
      while (ends.channel.write(from) > 0) {}
      ends.channel.configureBlocking(true);
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, from)).awaitBlockedIn("write");
      assertArrayEquals(huge, ends.peer.receive(huge.length));
      writer.get();
    }
  }

  @Test
  void registeredChannelCannotBlock() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, SelectionKey.OP_READ);
      assertThrows(IllegalBlockingModeException.class, () -> ends.channel.configureBlocking(true));
      ends.channel.configureBlocking(false);
      assertFalse(ends.channel.isBlocking());
      key.cancel(); // a cancelled key does not count, though its selector still has it
      ends.channel.configureBlocking(true);
      assertTrue(ends.channel.isBlocking());
    }
  }

  @Test
  void selectorForgetsAChannelThatBlocksByNow() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, SelectionKey.OP_READ).cancel();
      ends.channel.configureBlocking(true);
      ends.peer.send((byte) 5);
      assertEquals(0, selector.selectNow());
      assertFalse(ends.channel.isRegistered());
      assertEquals(5, Buffers.read(ends.channel, 1)[0]);
    }
  }

  @Test
  void toSelectorsAndBackWithBytesPending() throws Exception {
    try (ChannelEnds ends = connect();
        Selector selector = openSelector()) {
      for (int i = 0; i < 20; i++) {
        ends.peer.send((byte) i, (byte) (i + 1), (byte) (i + 2));
        assertEquals(i, Buffers.read(ends.channel, 1)[0]);
        ends.channel.configureBlocking(false);
        SelectionKey key = ends.channel.register(selector, SelectionKey.OP_READ);
        assertEquals(1, Background.of(() -> selector.select()).get());
        assertEquals(i + 1, Buffers.read(ends.channel, 1)[0]);
        key.cancel();
        selector.selectNow();
        ends.channel.configureBlocking(true);
        assertEquals(i + 2, Buffers.read(ends.channel, 1)[0]);
      }
    }
  }

  @Test
  void flippingWaitsForABlockedReader() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<byte[]> reader =
          Background.of(() -> Buffers.read(ends.channel, 1)).awaitBlockedIn("read");
      Background<Void> flipper =
          Background.running(() -> ends.channel.configureBlocking(false))
              .awaitBlockedIn("configureBlocking");
      ends.peer.send((byte) 5);
      assertArrayEquals(new byte[] {5}, reader.get());
      flipper.get();
      assertFalse(ends.channel.isBlocking());
    }
  }

  @Test
  void closedChannelHasNoMode() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.close();
      assertThrows(ClosedChannelException.class, () -> ends.channel.configureBlocking(false));
      assertThrows(ClosedChannelException.class, () -> ends.channel.configureBlocking(true));
    }
  }
}
