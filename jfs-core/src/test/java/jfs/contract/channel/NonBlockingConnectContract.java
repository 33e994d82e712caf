package jfs.contract.channel;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NoConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import jfs.contract.Background;
import jfs.contract.EndAddresses;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connecting in non-blocking mode. */
class NonBlockingConnectContract extends ChannelKindContract {

  private static final int CONNECT = SelectionKey.OP_CONNECT;

  private ByteBuffer one;

  @BeforeEach
  void makeABuffer() {
    one = ByteBuffer.allocate(1);
  }

  private SocketChannel openNonBlocking() throws Exception {
    SocketChannel channel = kind.open();
    channel.configureBlocking(false);
    return channel;
  }

  /** Connects a channel, by selecting if it takes its time. */
  private static void connect(SocketChannel channel, ServerSocketChannel to, Selector selector)
      throws Exception {
    if (!channel.connect(to.getLocalAddress())) {
      SelectionKey key = channel.register(selector, CONNECT);
      assertEquals(1, Background.of(() -> selector.select()).get());
      assertEquals(CONNECT, key.readyOps());
      assertTrue(key.isConnectable());
      assertTrue(channel.isConnectionPending());
      assertTrue(channel.finishConnect());
      selector.selectedKeys().clear();
      assertEquals(0, selector.selectNow());
    }
    assertTrue(channel.isConnected());
    assertFalse(channel.isConnectionPending());
  }

  @Test
  void connectsAndTalks() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = openNonBlocking();
        Selector selector = kind.openSelector()) {
      connect(channel, listener, selector);
      try (SocketChannel accepted = listener.accept()) {
        accepted.write(Buffers.heap((byte) 1));
        channel.register(selector, SelectionKey.OP_READ);
        assertEquals(1, Background.of(() -> selector.select()).get());
        assertEquals(1, Buffers.read(channel, 1)[0]);
        assertEquals(1, channel.write(Buffers.heap((byte) 2)));
        assertEquals(2, Buffers.read(accepted, 1)[0]);
      }
    }
  }

  @Test
  void finishConnectWithoutASelector() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = openNonBlocking()) {
      channel.connect(listener.getLocalAddress());
      long deadline = System.nanoTime() + 20_000_000_000L;
      while (!channel.finishConnect() && System.nanoTime() < deadline) {}
      assertTrue(channel.isConnected());
      assertTrue(channel.finishConnect());
    }
  }

  @Test
  void finishConnectInBlockingModeWaits() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = openNonBlocking()) {
      channel.connect(listener.getLocalAddress());
      channel.configureBlocking(true);
      assertTrue(channel.finishConnect());
      try (SocketChannel accepted = listener.accept()) {
        accepted.write(Buffers.heap((byte) 1));
        assertEquals(1, Buffers.read(channel, 1)[0]);
      }
    }
  }

  @Test
  void oneKeyForConnectingReadingAndWriting() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = openNonBlocking();
        Selector selector = kind.openSelector()) {
      channel.connect(listener.getLocalAddress());
      int all = CONNECT | SelectionKey.OP_READ | SelectionKey.OP_WRITE;
      SelectionKey key = channel.register(selector, all);
      if (!channel.isConnected()) {
        assertEquals(1, Background.of(() -> selector.select()).get());
        assertEquals(CONNECT, key.readyOps());
        assertTrue(channel.finishConnect());
        selector.selectedKeys().clear();
      }
      assertEquals(1, Background.of(() -> selector.select()).get());
      assertEquals(SelectionKey.OP_WRITE, key.readyOps());
    }
  }

  @Test
  void refusedConnectIsReadyAndFinishConnectSaysWhy() throws Exception {
    try (Refusing nobody = new Refusing(kind);
        SocketChannel channel = openNonBlocking();
        Selector selector = kind.openSelector()) {
      SelectionKey key = channel.register(selector, CONNECT);
      assertFails(
          ConnectException.class,
          "Connection refused",
          () -> {
            if (!channel.connect(nobody.address())) {
              assertEquals(1, Background.of(() -> selector.select()).get());
              assertEquals(Set.of(key), selector.selectedKeys());
              assertEquals(CONNECT, key.readyOps());
              channel.finishConnect();
            }
          });
      assertFalse(channel.isOpen());
      assertFalse(key.isValid());
      assertThrows(ClosedChannelException.class, channel::finishConnect);
    }
  }

  @Test
  void pendingConnectStaysPendingWhileTheListenerIsFull() throws Exception {
    try (CrowdedListener full = new CrowdedListener(kind);
        SocketChannel channel = openNonBlocking();
        Selector selector = kind.openSelector()) {
      assertFalse(channel.connect(full.address()));
      assertTrue(channel.isConnectionPending());
      assertFalse(channel.isConnected());
      assertFalse(channel.finishConnect());
      SelectionKey key = channel.register(selector, CONNECT);
      assertEquals(0, selector.selectNow());
      assertEquals(0, key.readyOps());
      assertEquals(full.address(), channel.getRemoteAddress());
    }
  }

  @Test
  void pendingConnectRefusesAllElse() throws Exception {
    try (CrowdedListener full = new CrowdedListener(kind);
        SocketChannel channel = openNonBlocking()) {
      channel.connect(full.address());
      assertThrows(ConnectionPendingException.class, () -> channel.connect(full.address()));
      assertThrows(
          ConnectionPendingException.class, () -> channel.bind(EndAddresses.anyClientPort()));
      assertThrows(NotYetConnectedException.class, () -> channel.read(one));
      assertThrows(NotYetConnectedException.class, () -> channel.write(one));
      assertThrows(NotYetConnectedException.class, channel::shutdownInput);
      assertThrows(NotYetConnectedException.class, channel::shutdownOutput);
      assertTrue(channel.isConnectionPending());
    }
  }

  @Test
  void pendingConnectIsClosed() throws Exception {
    try (CrowdedListener full = new CrowdedListener(kind);
        SocketChannel channel = openNonBlocking();
        Selector selector = kind.openSelector()) {
      channel.connect(full.address());
      SelectionKey key = channel.register(selector, CONNECT);
      channel.close();
      assertFalse(key.isValid());
      assertFalse(channel.isConnectionPending());
      assertThrows(ClosedChannelException.class, channel::finishConnect);
      assertEquals(0, selector.selectNow());
      assertEquals(Set.of(), selector.keys());
    }
  }

  @Test
  void finishConnectWithoutConnect() throws Exception {
    try (SocketChannel channel = openNonBlocking()) {
      assertThrows(NoConnectionPendingException.class, channel::finishConnect);
      assertTrue(channel.isOpen());
    }
  }

  @Test
  void unconnectedChannelInASelectorIsReadyForAllThatItAsksFor() throws Exception {
    try (SocketChannel channel = openNonBlocking();
        Selector selector = kind.openSelector()) {
      int all = CONNECT | SelectionKey.OP_READ | SelectionKey.OP_WRITE;
      SelectionKey key = channel.register(selector, all);
      assertEquals(1, selector.selectNow()); // the kernel reports a hang-up
      assertEquals(all, key.readyOps());
      assertThrows(NotYetConnectedException.class, () -> channel.read(one));
    }
  }

  @Test
  void manyConnectAtOnce() throws Exception {
    int many = 40;
    SocketChannel[] channels = new SocketChannel[many];
    try (ServerSocketChannel listener = kind.openServer();
        Selector selector = kind.openSelector()) {
      listener.bind(EndAddresses.anyServerPort(), many);
      for (int i = 0; i < many; i++) {
        channels[i] = openNonBlocking();
        if (!channels[i].connect(listener.getLocalAddress())) {
          channels[i].register(selector, CONNECT);
        }
      }
      while (!selector.keys().isEmpty()) {
        assertTrue(selector.select(20_000) > 0);
        for (SelectionKey key : selector.selectedKeys()) {
          assertTrue(((SocketChannel) key.channel()).finishConnect());
          key.cancel();
        }
        selector.selectedKeys().clear();
        selector.selectNow();
      }
      for (SocketChannel channel : channels) {
        assertTrue(channel.isConnected());
        channel.close();
      }
    }
  }
}
