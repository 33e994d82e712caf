package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Channels that are closed while selectors still have keys of theirs. */
class ClosedWhileRegisteredContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;

  @Test
  void keyIsCancelled() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      ends.channel.close();
      assertFalse(key.isValid());
      assertThrows(CancelledKeyException.class, key::readyOps);
      assertEquals(Set.of(key), selector.keys());
      assertEquals(0, selector.selectNow());
      assertEquals(Set.of(), selector.keys());
      assertFalse(ends.channel.isRegistered());
    }
  }

  @Test
  void peerSeesTheEndOfFileBeforeAnySelect() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      assertEquals(1, ends.channel.write(Buffers.heap((byte) 1)));
      ends.channel.close();
      assertArrayEquals(new byte[] {1}, Background.of(() -> ends.peer.receive(9)).get());
    }
  }

  @Test
  void blockedSelectGoesOnForTheOthers() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        ChannelEnds others = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      SelectionKey other = others.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      ends.channel.close();
      assertEquals(0, Background.of(() -> ends.peer.receive(1)).get().length);
      others.peer.send((byte) 1);
      assertEquals(1, awaitOne(selecting, selector));
      assertEquals(Set.of(other), selector.selectedKeys());
    }
  }

  /** A select may return for the channel that was closed, with nothing selected. */
  private static int awaitOne(Background<Integer> selecting, Selector selector) throws Exception {
    int n = selecting.get();
    return n > 0 ? n : Background.of(() -> selector.select()).get();
  }

  @Test
  void unreadBytesDoNotHoldUpTheClose() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ends.peer.send(Bytes.pattern(100_000));
      assertEquals(1, Background.of(() -> selector.select()).get());
      ends.channel.close();
      assertEquals(0, selector.selectNow());
      assertEquals(Set.of(), selector.keys());
      assertEquals(Set.of(), selector.selectedKeys());
    }
  }

  @Test
  void operationsAreRefusedBetweenCloseAndSelect() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ends.channel.close();
      ByteBuffer buffer = ByteBuffer.allocate(1);
      assertThrows(ClosedChannelException.class, () -> ends.channel.read(buffer));
      assertThrows(ClosedChannelException.class, () -> ends.channel.write(buffer));
      assertThrows(ClosedChannelException.class, ends.channel::shutdownOutput);
      assertThrows(ClosedChannelException.class, ends.channel::getLocalAddress);
    }
  }

  @Test
  void closeAndCancelTogether() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      key.cancel();
      ends.channel.close();
      key.cancel();
      assertEquals(0, selector.selectNow());
      assertEquals(Set.of(), selector.keys());
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void closeByAnotherThreadWhileOneReadsAllTheTime() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<Integer> reader =
          Background.of(
              () -> {
                while (true) {
                  ends.channel.read(ByteBuffer.allocate(1));
                }
              });
      ends.channel.close();
      assertThrows(ClosedChannelException.class, reader::get);
      assertEquals(0, selector.selectNow());
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void closeOfTheSelectorFreesTheClosedChannel() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ends.channel.close();
      selector.close();
      assertFalse(ends.channel.isRegistered());
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void allBytesThatWereTakenArriveThoughTheChannelIsClosed() throws Exception {
    byte[] huge = Bytes.pattern(Bytes.MORE_THAN_ROOM);
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ByteBuffer from = ByteBuffer.wrap(huge);
      while (ends.channel.write(from) > 0) {}
      int taken = from.position();
      ends.channel.close();
      selector.selectNow();
      byte[] received = ends.peer.receive(huge.length);
      assertEquals(taken, received.length);
      assertArrayEquals(Buffers.filled(from), received);
    }
  }
}
