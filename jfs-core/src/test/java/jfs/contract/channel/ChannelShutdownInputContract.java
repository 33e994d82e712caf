package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Channels that want to read no more. */
class ChannelShutdownInputContract extends ChannelContract {

  private static void assertEndOfFile(ChannelEnds ends) throws Exception {
    assertEquals(-1, ends.channel.read(ByteBuffer.allocate(9)));
    assertEquals(-1, ends.channel.read(ByteBuffer.allocate(0)));
    assertEquals(-1, ends.channel.read(new ByteBuffer[] {ByteBuffer.allocateDirect(9)}));
  }

  @Test
  void readGivesTheEndOfFile() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertSame(ends.channel, ends.channel.shutdownInput());
      assertEndOfFile(ends);
      assertSame(ends.channel, ends.channel.shutdownInput());
      ends.channel.configureBlocking(false);
      assertEndOfFile(ends);
      assertTrue(ends.channel.isOpen() && ends.channel.isConnected());
    }
  }

  @Test
  void bytesThatWereThereAreGone() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send(Bytes.pattern(100));
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 100);
      ends.channel.shutdownInput();
      assertEndOfFile(ends);
    }
  }

  @Test
  void bytesThatComeLaterAreNotSeen() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.shutdownInput();
      ends.peer.send(Bytes.pattern(100));
      assertEndOfFile(ends);
      assertEquals(1, ends.channel.write(Buffers.heap((byte) 7)));
      assertEquals(7, ends.peer.receive(1)[0]);
      assertEndOfFile(ends);
    }
  }

  @Test
  void blockedReadIsEnded() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader =
          Background.of(() -> ends.channel.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
      ends.channel.shutdownInput();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void blockedSelectIsEndedAndTheEndIsReadyAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, SelectionKey.OP_READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      ends.channel.shutdownInput();
      assertEquals(1, selecting.get());
      for (int i = 0; i < 3; i++) {
        assertEquals(SelectionKey.OP_READ, key.readyOps());
        assertEndOfFile(ends);
        selector.selectedKeys().clear();
        assertEquals(1, selector.selectNow());
      }
    }
  }

  @Test
  void writingGoesOn() throws Exception {
    byte[] huge = Bytes.pattern(Bytes.MORE_THAN_ROOM);
    try (ChannelEnds ends = connect()) {
      ends.channel.shutdownInput();
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(huge)));
      assertArrayEquals(huge, ends.peer.receive(huge.length));
      writer.get();
    }
  }

  @Test
  void bothShutdownsLeaveTheChannelOpen() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.shutdownInput().shutdownOutput();
      assertEndOfFile(ends);
      assertEquals(0, ends.peer.receive(1).length);
      assertTrue(ends.channel.isOpen() && ends.channel.isConnected());
    }
  }
}
