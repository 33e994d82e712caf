package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Selects that another thread ends. */
class WakeupContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;

  @Test
  void blockedSelectIsWoken() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      assertSame(selector, selector.wakeup());
      assertEquals(0, selecting.get());
    }
  }

  @Test
  void blockedTimedAndConsumingSelectsAreWoken() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<Integer> timed =
          Background.of(() -> selector.select(600_000)).awaitBlockedIn("select");
      selector.wakeup();
      assertEquals(0, timed.get());
      Background<Integer> consuming =
          Background.of(() -> selector.select(key -> {})).awaitBlockedIn("select");
      selector.wakeup();
      assertEquals(0, consuming.get());
    }
  }

  @Test
  void wakeupBeforeASelectEndsIt() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      selector.wakeup();
      assertEquals(0, Background.of(() -> selector.select()).get());
    }
  }

  @Test
  void severalWakeupsEndOneSelect() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      for (int i = 0; i < 3; i++) {
        selector.wakeup();
      }
      assertEquals(0, Background.of(() -> selector.select()).get());
      Background<Integer> second =
          Background.of(() -> selector.select()).assertStaysBlockedIn("select");
      selector.wakeup();
      assertEquals(0, second.get());
    }
  }

  @Test
  void selectNowUsesUpAWakeup() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      selector.wakeup();
      assertEquals(0, selector.selectNow());
      Background<Integer> selecting =
          Background.of(() -> selector.select()).assertStaysBlockedIn("select");
      ends.peer.send((byte) 1);
      assertEquals(1, selecting.get());
    }
  }

  @Test
  void aWakeupHidesNoReadiness() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
      selector.wakeup();
      assertEquals(1, selector.select());
    }
  }

  @Test
  void wakeupsAndBytesAtOnceLoseNeither() throws Exception {
    int messages = 300;
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<Void> sender =
          Background.running(
              () -> {
                for (int i = 0; i < messages; i++) {
                  ends.peer.send((byte) i);
                  selector.wakeup();
                }
              });
      Background<Void> reader =
          Background.running(
              () -> {
                int next = 0;
                while (next < messages) {
                  selector.select();
                  if (selector.selectedKeys().removeIf(SelectionKey::isReadable)) {
                    assertEquals((byte) next++, Buffers.read(ends.channel, 1)[0]);
                  }
                }
              });
      sender.get();
      reader.get();
    }
  }

  @Test
  void closeOfTheSelectorEndsABlockedSelect() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      selector.close();
      assertEquals(0, selecting.get());
      assertThrows(ClosedSelectorException.class, () -> selector.select());
      assertTrue(ends.channel.isOpen());
    }
  }

  @Test
  void emptySelectorIsWoken() throws Exception {
    try (Selector selector = openSelector()) {
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      selector.wakeup();
      assertEquals(0, selecting.get());
    }
  }
}
