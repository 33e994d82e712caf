package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Connections of which one direction has ended. */
class ChannelHalfCloseContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;
  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  private static void assertEndOfFile(ChannelEnds ends) throws Exception {
    assertEquals(-1, ends.channel.read(ByteBuffer.allocate(9)));
  }

  @Test
  void blockingReadGivesTheBytesAndThenTheEndAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send(Bytes.pattern(100));
      ends.peer.shutdownOutput();
      assertArrayEquals(Bytes.pattern(100), Buffers.read(ends.channel, 101));
      for (int i = 0; i < 3; i++) {
        assertEndOfFile(ends);
      }
    }
  }

  @Test
  void blockedReadSeesTheEnd() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader =
          Background.of(() -> ends.channel.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
      ends.peer.shutdownOutput();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void endOfFileIsReadyForReadingAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      ends.peer.shutdownOutput();
      assertEquals(1, selecting.get());
      for (int i = 0; i < 5; i++) {
        assertEquals(READ, key.readyOps());
        assertEndOfFile(ends);
        selector.selectedKeys().clear();
        assertEquals(1, selector.selectNow());
      }
    }
  }

  @Test
  void closeOfThePeerIsReadyForReadingAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ends.peer.send((byte) 1);
      ends.peer.close();
      assertEquals(1, Background.of(() -> selector.select()).get());
      assertEquals(1, Buffers.read(ends.channel, 1)[0]);
      for (int i = 0; i < 5; i++) {
        selector.selectedKeys().clear();
        assertEquals(1, Background.of(() -> selector.select()).get());
        Buffers.read(ends.channel, 1);
        assertEndOfFile(ends);
      }
    }
  }

  @Test
  void bytesBeforeTheEndAreReadyFirst() throws Exception {
    byte[] sent = Bytes.pattern(10);
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ends.peer.send(sent);
      ends.peer.shutdownOutput();
      for (byte expected : sent) {
        assertEquals(1, Background.of(() -> selector.select()).get());
        selector.selectedKeys().clear();
        assertEquals(expected, Buffers.read(ends.channel, 1)[0]);
      }
      assertEquals(1, Background.of(() -> selector.select()).get());
      assertEquals(0, Buffers.read(ends.channel, 1).length);
    }
  }

  @Test
  void manyBytesBeforeTheEndAllArrive() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<Void> sender =
          Background.running(
              () -> {
                ends.peer.send(HUGE);
                ends.peer.shutdownOutput();
              });
      ByteBuffer into = ByteBuffer.allocate(HUGE.length + 1);
      int n = 0;
      while (n >= 0) {
        assertEquals(1, Background.of(() -> selector.select()).get());
        selector.selectedKeys().clear();
        n = ends.channel.read(into);
        assertTrue(n != 0, "ready, but nothing there");
      }
      sender.get();
      assertArrayEquals(HUGE, Buffers.filled(into));
    }
  }

  @Test
  void whatIsLeftOfTheConnectionGoesOn() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.shutdownOutput();
      assertEndOfFile(ends);
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(HUGE)));
      assertArrayEquals(HUGE, ends.peer.receive(HUGE.length));
      writer.get();
      assertEndOfFile(ends);
    }
  }

  @Test
  void ownShutdownOutputSendsTheBytesAndThenTheEnd() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.write(ByteBuffer.wrap(Bytes.pattern(100)));
      assertSame(ends.channel, ends.channel.shutdownOutput());
      assertSame(ends.channel, ends.channel.shutdownOutput());
      assertArrayEquals(Bytes.pattern(100), ends.peer.receive(101));
      ends.peer.send(Bytes.pattern(50));
      assertArrayEquals(Bytes.pattern(50), Buffers.read(ends.channel, 50));
    }
  }

  @Test
  void ownShutdownOutputWithABufferFull() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      while (ends.channel.write(from) > 0) {}
      ends.channel.shutdownOutput();
      assertArrayEquals(Buffers.filled(from), ends.peer.receive(HUGE.length));
    }
  }

  @Test
  void writeAfterShutdownOutputIsRefused() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.shutdownOutput();
      ByteBuffer one = Buffers.heap((byte) 1);
      ByteBuffer[] several = {one, one};
      assertThrows(ClosedChannelException.class, () -> ends.channel.write(one));
      assertThrows(ClosedChannelException.class, () -> ends.channel.write(several));
      assertThrows(ClosedChannelException.class, () -> ends.channel.write(ByteBuffer.allocate(0)));
      assertEquals(1, one.remaining());
      assertTrue(ends.channel.isOpen() && ends.channel.isConnected());
    }
  }

  @Test
  void nonBlockingWriteAfterShutdownOutputIsRefused() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.channel.shutdownOutput();
      ByteBuffer one = Buffers.heap((byte) 1);
      assertThrows(AsynchronousCloseException.class, () -> ends.channel.write(one));
      assertEquals(1, one.remaining());
      assertTrue(ends.channel.isOpen());
    }
  }

  @Test
  void shutdownOutputEndsABlockedWrite() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(HUGE)))
              .awaitBlockedIn("write");
      ends.channel.shutdownOutput();
      assertThrows(ClosedChannelException.class, writer::get);
      assertTrue(ends.channel.isOpen());
      byte[] received = ends.peer.receive(HUGE.length);
      assertTrue(received.length > 0 && received.length < HUGE.length);
    }
  }

  @Test
  void bothDirectionsEnd() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send((byte) 1);
      ends.channel.write(Buffers.heap((byte) 2));
      ends.peer.shutdownOutput();
      ends.channel.shutdownOutput();
      assertArrayEquals(new byte[] {1}, Buffers.read(ends.channel, 2));
      assertArrayEquals(new byte[] {2}, ends.peer.receive(2));
      assertTrue(ends.channel.isConnected());
    }
  }

  @Test
  void shutDownOutputIsReadyForWritingAndFails() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, SelectionKey.OP_WRITE);
      ends.channel.shutdownOutput();
      assertEquals(1, selector.selectNow());
      assertEquals(SelectionKey.OP_WRITE, key.readyOps());
    }
  }
}
