package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import jfs.contract.EndAddresses;
import org.junit.jupiter.api.Test;

/** The options of channels and listeners. */
class ChannelOptionsContract extends ChannelContract {

  private static final Set<SocketOption<?>> OF_CHANNELS =
      Set.of(
          StandardSocketOptions.TCP_NODELAY,
          StandardSocketOptions.SO_KEEPALIVE,
          StandardSocketOptions.SO_LINGER,
          StandardSocketOptions.SO_REUSEADDR,
          StandardSocketOptions.SO_REUSEPORT,
          StandardSocketOptions.SO_SNDBUF,
          StandardSocketOptions.SO_RCVBUF,
          StandardSocketOptions.IP_TOS);

  @Test
  void supportedOptions() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertTrue(ends.channel.supportedOptions().containsAll(OF_CHANNELS));
      for (SocketOption<?> option : ends.channel.supportedOptions()) {
        if (OF_CHANNELS.contains(option)) {
          assertTrue(option.type().isInstance(ends.channel.getOption(option)), option.name());
        }
      }
    }
  }

  @Test
  void optionsThatAreSetAreGot() throws Exception {
    try (ChannelEnds ends = connect()) {
      SocketChannel channel = ends.channel;
      assertSame(channel, channel.setOption(StandardSocketOptions.TCP_NODELAY, true));
      assertEquals(true, channel.getOption(StandardSocketOptions.TCP_NODELAY));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, false);
      assertEquals(false, channel.getOption(StandardSocketOptions.TCP_NODELAY));
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      assertEquals(true, channel.getOption(StandardSocketOptions.SO_KEEPALIVE));
      assertEquals(-1, channel.getOption(StandardSocketOptions.SO_LINGER));
      channel.setOption(StandardSocketOptions.SO_LINGER, 5);
      assertEquals(5, channel.getOption(StandardSocketOptions.SO_LINGER));
      channel.setOption(StandardSocketOptions.SO_LINGER, -1);
      assertEquals(-1, channel.getOption(StandardSocketOptions.SO_LINGER));
      channel.setOption(StandardSocketOptions.IP_TOS, 16);
      assertEquals(16, channel.getOption(StandardSocketOptions.IP_TOS));
    }
  }

  @Test
  void bufferSizesMayChangeAtAnyTime() throws Exception {
    try (ChannelEnds ends = connect()) {
      SocketChannel channel = ends.channel;
      int before = channel.getOption(StandardSocketOptions.SO_SNDBUF);
      assertTrue(before > 0);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, 30_000);
      int small = channel.getOption(StandardSocketOptions.SO_SNDBUF);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, 60_000);
      assertEquals(2 * small, channel.getOption(StandardSocketOptions.SO_SNDBUF));
      channel.setOption(StandardSocketOptions.SO_RCVBUF, 30_000);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, 0);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, 0);
      channel.write(Buffers.heap((byte) 1));
      assertEquals(1, ends.peer.receive(1)[0]);
    }
  }

  @Test
  void badValuesAndNamesAreRefused() throws Exception {
    try (ChannelEnds ends = connect()) {
      SocketChannel channel = ends.channel;
      assertThrows(
          IllegalArgumentException.class,
          () -> channel.setOption(StandardSocketOptions.SO_SNDBUF, -1));
      assertThrows(
          IllegalArgumentException.class,
          () -> channel.setOption(StandardSocketOptions.IP_TOS, 256));
      assertThrows(
          IllegalArgumentException.class,
          () -> channel.setOption(StandardSocketOptions.TCP_NODELAY, null));
      assertThrows(NullPointerException.class, () -> channel.setOption(null, true));
      assertThrows(NullPointerException.class, () -> channel.getOption(null));
      assertThrows(
          UnsupportedOperationException.class,
          () -> channel.getOption(StandardSocketOptions.IP_MULTICAST_LOOP));
      assertThrows(
          UnsupportedOperationException.class,
          () -> channel.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true));
    }
  }

  @Test
  void closedChannelHasNone() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.close();
      assertThrows(
          ClosedChannelException.class,
          () -> ends.channel.getOption(StandardSocketOptions.TCP_NODELAY));
      assertThrows(
          ClosedChannelException.class,
          () -> ends.channel.setOption(StandardSocketOptions.TCP_NODELAY, true));
      assertTrue(ends.channel.supportedOptions().containsAll(OF_CHANNELS));
      // The name is looked at first, the value next, and then the channel.
      assertThrows(
          UnsupportedOperationException.class,
          () -> ends.channel.getOption(StandardSocketOptions.IP_MULTICAST_LOOP));
      assertThrows(
          IllegalArgumentException.class,
          () -> ends.channel.setOption(StandardSocketOptions.TCP_NODELAY, null));
    }
  }

  @Test
  void listenersHaveTheirOwn() throws Exception {
    try (ServerSocketChannel listener = pairing.kind().openServer()) {
      assertEquals(true, listener.getOption(StandardSocketOptions.SO_REUSEADDR));
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, false);
      assertEquals(false, listener.getOption(StandardSocketOptions.SO_REUSEADDR));
      listener.setOption(StandardSocketOptions.SO_RCVBUF, 40_000);
      assertThrows(
          UnsupportedOperationException.class,
          () -> listener.setOption(StandardSocketOptions.TCP_NODELAY, true));
      listener.bind(EndAddresses.anyServerPort());
      try (SocketChannel channel = pairing.kind().open()) {
        channel.connect(listener.getLocalAddress());
        try (SocketChannel accepted = listener.accept()) {
          assertEquals(
              listener.getOption(StandardSocketOptions.SO_RCVBUF),
              accepted.getOption(StandardSocketOptions.SO_RCVBUF));
        }
      }
      listener.close();
      assertThrows(
          ClosedChannelException.class,
          () -> listener.getOption(StandardSocketOptions.SO_REUSEADDR));
    }
  }

  @Test
  void noOptionOfTheChannelIsThePeers() throws Exception {
    try (ServerSocketChannel listener =
            pairing.kind().openServer().bind(EndAddresses.anyServerPort());
        SocketChannel channel = pairing.kind().open()) {
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      channel.connect(listener.getLocalAddress());
      try (SocketChannel accepted = listener.accept()) {
        assertEquals(true, channel.getOption(StandardSocketOptions.SO_KEEPALIVE));
        assertEquals(false, accepted.getOption(StandardSocketOptions.SO_KEEPALIVE));
      }
    }
  }
}
