package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** The ways to select, and the set of selected keys. */
class SelectContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;

  /** Consumes the keys of a select that must find none. */
  private static void none(SelectionKey key) {
    throw new AssertionError("selected " + key);
  }

  /** A connection with a byte that waits to be read. */
  private ChannelEnds connectWithOne() throws Exception {
    ChannelEnds ends = connect().nonBlocking();
    ends.peer.send((byte) 1);
    Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
    return ends;
  }

  @Test
  void everyWayFindsWhatIsReady() throws Exception {
    try (ChannelEnds ends = connectWithOne();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      assertEquals(1, selector.selectNow());
      selector.selectedKeys().clear();
      assertEquals(1, selector.select());
      selector.selectedKeys().clear();
      assertEquals(1, selector.select(60_000));
      selector.selectedKeys().clear();
      assertEquals(1, selector.select(0));
      selector.selectedKeys().clear();
      List<SelectionKey> consumed = new ArrayList<>();
      assertEquals(1, selector.selectNow(consumed::add));
      assertEquals(1, selector.select(consumed::add));
      assertEquals(1, selector.select(consumed::add, 60_000));
      assertEquals(1, selector.select(consumed::add, 0));
      assertEquals(List.of(key, key, key, key), consumed);
      assertEquals(Set.of(), selector.selectedKeys());
    }
  }

  @Test
  void everyTimedWayReturnsZeroWhenTimeIsUp() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      assertEquals(0, selector.selectNow());
      assertEquals(0, selector.selectNow(SelectContract::none));
      for (int millis : new int[] {1, 20}) {
        long start = System.nanoTime();
        assertEquals(0, selector.select(millis));
        assertEquals(0, selector.select(SelectContract::none, millis));
        long took = System.nanoTime() - start;
        assertTrue(took >= TimeUnit.MILLISECONDS.toNanos(2 * millis - 2), "took " + took + " ns");
      }
      assertEquals(Set.of(), selector.selectedKeys());
    }
  }

  @Test
  void timedSelectReturnsWhenAByteComes() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select(600_000)).awaitBlockedIn("select");
      ends.peer.send((byte) 1);
      assertEquals(1, selecting.get());
    }
  }

  @Test
  void consumingSelectReturnsWhenAByteComes() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      List<SelectionKey> consumed = new ArrayList<>();
      Background<Integer> selecting =
          Background.of(() -> selector.select(consumed::add)).awaitBlockedIn("select");
      ends.peer.send((byte) 1);
      assertEquals(1, selecting.get());
      assertEquals(List.of(key), consumed);
    }
  }

  @Test
  void consumerMayReadAndChangeTheKey() throws Exception {
    try (ChannelEnds ends = connectWithOne();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      int consumed =
          selector.select(
              key -> {
                try {
                  assertEquals(1, ends.channel.read(ByteBuffer.allocate(1)));
                  key.interestOps(0);
                  key.cancel();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      assertEquals(1, consumed);
      assertEquals(0, selector.selectNow(SelectContract::none));
      assertEquals(Set.of(), selector.keys());
    }
  }

  @Test
  void whatTheConsumerThrowsComesThrough() throws Exception {
    try (ChannelEnds ends = connectWithOne();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Consumer<SelectionKey> failing =
          key -> {
            throw new IllegalStateException("mine");
          };
      assertThrows(IllegalStateException.class, () -> selector.select(failing));
      assertEquals(1, selector.selectNow());
    }
  }

  @Test
  void consumerMustNotSelect() throws Exception {
    try (ChannelEnds ends = connectWithOne();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Consumer<SelectionKey> selecting =
          key -> {
            try {
              selector.selectNow();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          };
      assertThrows(IllegalStateException.class, () -> selector.select(selecting));
    }
  }

  @Test
  void badArgumentsAreRefused() throws Exception {
    try (Selector selector = openSelector()) {
      assertThrows(IllegalArgumentException.class, () -> selector.select(-1));
      assertThrows(IllegalArgumentException.class, () -> selector.select(SelectContract::none, -1));
      assertThrows(NullPointerException.class, () -> selector.select(null));
      assertThrows(NullPointerException.class, () -> selector.selectNow(null));
    }
  }

  @Test
  void aKeyThatStaysSelectedIsNotCountedAgain() throws Exception {
    try (ChannelEnds ends = connectWithOne();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      assertEquals(1, selector.select());
      assertEquals(0, selector.select());
      assertEquals(Set.of(key), selector.selectedKeys());
      assertEquals(READ, key.readyOps());
    }
  }

  @Test
  void aKeyThatStaysSelectedKeepsAndGathersItsReadiness() throws Exception {
    try (ChannelEnds ends = connectWithOne();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      assertEquals(1, selector.select());
      Buffers.read(ends.channel, 1);
      key.interestOps(READ | SelectionKey.OP_WRITE);
      assertEquals(1, selector.select());
      assertEquals(READ | SelectionKey.OP_WRITE, key.readyOps());
      selector.selectedKeys().remove(key);
      assertEquals(1, selector.select());
      assertEquals(SelectionKey.OP_WRITE, key.readyOps());
    }
  }

  @Test
  void selectedKeysCanOnlyBeRemoved() throws Exception {
    try (ChannelEnds ends = connectWithOne();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      assertThrows(UnsupportedOperationException.class, () -> selector.selectedKeys().add(key));
      assertThrows(UnsupportedOperationException.class, () -> selector.keys().remove(key));
      assertEquals(Set.of(key), selector.keys());
    }
  }

  @Test
  void interruptedThreadSelectsWhatIsReadyAndStaysInterrupted() throws Exception {
    try (ChannelEnds ends = connectWithOne();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      String outcome =
          Background.of(
                  () -> {
                    Thread.currentThread().interrupt();
                    return selector.select() + " " + Thread.currentThread().isInterrupted();
                  })
              .get();
      assertEquals("1 true", outcome);
      assertTrue(selector.isOpen() && ends.channel.isOpen());
    }
  }

  @Test
  void interruptEndsABlockedSelectAndClosesNothing() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<String> selecting =
          Background.of(() -> selector.select() + " " + Thread.currentThread().isInterrupted())
              .awaitBlockedIn("select");
      selecting.thread().interrupt();
      assertEquals("0 true", selecting.get());
      assertTrue(selector.isOpen() && ends.channel.isOpen());
      ends.peer.send((byte) 1);
      assertEquals(1, Background.of(() -> selector.select()).get());
    }
  }

  @Test
  void consumerThatLeavesBytesIsCalledAgainAndNeverForNothing() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, SelectionKey.OP_READ);
      Background<Void> peer =
          Background.running(
              () -> {
                for (int i = 0; i < 100; i++) {
                  ends.peer.send((byte) 1, (byte) 2, (byte) 3);
                  ends.peer.receive(1);
                }
              });
      for (int i = 1; i <= 300; i++) {
        int selected = selector.select(key -> readOne(ends), 20_000);
        assertEquals(1, selected, "selection " + i);
        if (i % 3 == 0) {
          Buffers.writeFully(ends.channel, Buffers.heap((byte) 1));
        }
      }
      peer.get();
    }
  }

  private static void readOne(ChannelEnds ends) {
    try {
      assertEquals(1, ends.channel.read(ByteBuffer.allocate(1)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void permitToParkIsLeftToTheProgram() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, SelectionKey.OP_WRITE);
      ByteBuffer from = ByteBuffer.wrap(Bytes.pattern(Bytes.MORE_THAN_ROOM));
      while (selector.select(50) > 0) {
        ends.channel.write(from);
        selector.selectedKeys().clear();
      }
      Background<Void> parking =
          Background.running(
              () -> {
                LockSupport.unpark(Thread.currentThread());
                selector.select(20); // there is no room
                LockSupport.park(); // returns, since this thread has its permit
              });
      parking.get();
    }
  }
}
