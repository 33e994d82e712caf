package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import jfs.contract.Background;
import org.junit.jupiter.api.Test;

/** How a channel gets into a selector, and how it gets out. */
class RegistrationContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;

  @Test
  void keyKnowsWhatItWasMadeOf() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      assertFalse(ends.channel.isRegistered());
      assertNull(ends.channel.keyFor(selector));
      Object attachment = new Object();
      SelectionKey key = ends.channel.register(selector, READ, attachment);
      assertTrue(key.isValid());
      assertSame(ends.channel, key.channel());
      assertSame(selector, key.selector());
      assertSame(attachment, key.attachment());
      assertSame(key, ends.channel.keyFor(selector));
      assertTrue(ends.channel.isRegistered());
      assertEquals(Set.of(key), selector.keys());
      assertSame(ends.channel.provider(), selector.provider());
    }
  }

  @Test
  void blockingChannelIsRefused() throws Exception {
    try (ChannelEnds ends = connect();
        Selector selector = openSelector()) {
      assertThrows(IllegalBlockingModeException.class, () -> ends.channel.register(selector, READ));
      assertFalse(ends.channel.isRegistered());
    }
  }

  @Test
  void invalidOperationsAreRefused() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      assertThrows(
          IllegalArgumentException.class,
          () -> ends.channel.register(selector, SelectionKey.OP_ACCEPT));
      assertThrows(NullPointerException.class, () -> ends.channel.register(null, READ));
      assertFalse(ends.channel.isRegistered());
    }
  }

  @Test
  void closedSelectorIsRefused() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      selector.close();
      assertThrows(ClosedSelectorException.class, () -> ends.channel.register(selector, READ));
      assertFalse(ends.channel.isRegistered());
    }
  }

  @Test
  void closedChannelIsRefused() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.close();
      assertThrows(ClosedChannelException.class, () -> ends.channel.register(selector, READ));
      assertEquals(Set.of(), selector.keys());
    }
  }

  @Test
  void secondRegistrationChangesTheKey() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ, "old");
      assertSame(key, ends.channel.register(selector, SelectionKey.OP_WRITE, "new"));
      assertEquals(SelectionKey.OP_WRITE, key.interestOps());
      assertEquals("new", key.attachment());
      assertSame(key, ends.channel.register(selector, 0));
      assertNull(key.attachment());
      assertEquals(1, selector.keys().size());
    }
  }

  @Test
  void cancelledKeyIsUnusableAtOnce() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ, "attachment");
      key.cancel();
      key.cancel();
      assertFalse(key.isValid());
      assertThrows(CancelledKeyException.class, key::interestOps);
      assertThrows(CancelledKeyException.class, () -> key.interestOps(READ));
      assertThrows(CancelledKeyException.class, () -> key.interestOpsOr(READ));
      assertThrows(CancelledKeyException.class, key::readyOps);
      assertThrows(CancelledKeyException.class, key::isReadable);
      assertSame(ends.channel, key.channel());
      assertSame(selector, key.selector());
      assertEquals("attachment", key.attachment());
    }
  }

  @Test
  void cancelledKeyStaysUntilTheNextSelect() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      key.cancel();
      assertEquals(Set.of(key), selector.keys());
      assertTrue(ends.channel.isRegistered());
      assertThrows(CancelledKeyException.class, () -> ends.channel.register(selector, READ));
      assertEquals(0, selector.selectNow());
      assertEquals(Set.of(), selector.keys());
      assertFalse(ends.channel.isRegistered());
      assertNull(ends.channel.keyFor(selector));
    }
  }

  @Test
  void cancelledKeyIsNotSelectedThoughReady() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ | SelectionKey.OP_WRITE);
      assertEquals(1, selector.selectNow());
      key.cancel();
      assertEquals(0, selector.selectNow());
      assertEquals(Set.of(), selector.selectedKeys());
    }
  }

  @Test
  void registeredAgainAfterACancelItIsSelectedAgain() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey first = ends.channel.register(selector, READ);
      ends.peer.send((byte) 1);
      assertEquals(1, Background.of(() -> selector.select()).get());
      first.cancel();
      selector.selectNow();
      SelectionKey second = ends.channel.register(selector, READ);
      assertEquals(1, Background.of(() -> selector.select()).get());
      assertEquals(Set.of(second), selector.selectedKeys());
      assertFalse(first.isValid());
      assertEquals(1, Buffers.read(ends.channel, 1)[0]);
    }
  }

  @Test
  void cancelDuringASelectCountsAfterAWakeup() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      Background.running(key::cancel).get();
      ends.peer.send((byte) 1);
      selector.wakeup();
      assertEquals(0, selecting.get());
      selector.selectNow();
      assertFalse(ends.channel.isRegistered());
      ends.channel.configureBlocking(true);
      assertEquals(1, Buffers.read(ends.channel, 1)[0]);
    }
  }

  @Test
  void channelStaysUsableAfterItsSelectorWasClosed() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      selector.close();
      assertFalse(key.isValid());
      assertFalse(ends.channel.isRegistered());
      ends.peer.send((byte) 1);
      assertEquals(1, Buffers.read(ends.channel, 1)[0]);
      try (Selector next = openSelector()) {
        ends.channel.register(next, READ);
        ends.peer.send((byte) 2);
        assertEquals(1, Background.of(() -> next.select()).get());
      }
    }
  }

  @Test
  void closedSelectorRefusesAllButClose() throws Exception {
    Selector selector = openSelector();
    selector.close();
    selector.close();
    assertFalse(selector.isOpen());
    assertThrows(ClosedSelectorException.class, selector::selectNow);
    assertThrows(ClosedSelectorException.class, () -> selector.select());
    assertThrows(ClosedSelectorException.class, () -> selector.select(1));
    assertThrows(ClosedSelectorException.class, () -> selector.selectNow(key -> {}));
    assertThrows(ClosedSelectorException.class, selector::keys);
    assertThrows(ClosedSelectorException.class, selector::selectedKeys);
    assertSame(selector, selector.wakeup());
  }
}
