package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Field;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.HashSet;
import java.util.Set;
import jfs.contract.Background;
import org.junit.jupiter.api.Test;

/** That channels and selectors are the JDK's own, for programs that count on it. */
class ProviderContract extends ChannelContract {

  private static Class<?> jdkClass(String name) throws Exception {
    return Class.forName("sun.nio.ch." + name);
  }

  @Test
  void allAreOfTheDefaultProvider() throws Exception {
    try (ChannelEnds ends = connect();
        ServerSocketChannel listener = pairing.kind().openServer();
        Selector selector = openSelector()) {
      SelectorProvider provider = SelectorProvider.provider();
      assertSame(provider, ends.channel.provider());
      assertSame(provider, listener.provider());
      assertSame(provider, selector.provider());
    }
  }

  @Test
  void allAreOfTheJdksClasses() throws Exception {
    try (ChannelEnds ends = connect();
        ServerSocketChannel listener = pairing.kind().openServer();
        Selector selector = openSelector()) {
      assertInstanceOf(jdkClass("SocketChannelImpl"), ends.channel);
      assertInstanceOf(jdkClass("ServerSocketChannelImpl"), listener);
      assertInstanceOf(jdkClass("SelectorImpl"), selector);
    }
  }

  /** As Netty does, to find the ready keys in an array. */
  @Test
  void setOfSelectedKeysMayBeReplaced() throws Exception {
    Set<SelectionKey> mine = new HashSet<>();
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      for (String name : new String[] {"selectedKeys", "publicSelectedKeys"}) {
        Field field = jdkClass("SelectorImpl").getDeclaredField(name);
        field.setAccessible(true);
        field.set(selector, mine);
      }
      SelectionKey key = ends.channel.register(selector, SelectionKey.OP_READ);
      assertEquals(0, selector.selectNow());
      for (byte i = 0; i < 5; i++) {
        ends.peer.send(i);
        assertEquals(1, Background.of(() -> selector.select()).get());
        assertEquals(Set.of(key), mine);
        assertEquals(i, Buffers.read(ends.channel, 1)[0]);
        mine.clear();
      }
      assertEquals(0, selector.selectNow());
    }
  }
}
