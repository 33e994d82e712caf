package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import jfs.contract.Background;
import org.junit.jupiter.api.Test;

/** Listeners in a selector. */
class SelectAcceptContract extends ChannelKindContract {

  private static final int ACCEPT = SelectionKey.OP_ACCEPT;

  private ServerSocketChannel listenNonBlocking() throws Exception {
    ServerSocketChannel listener = listen();
    listener.configureBlocking(false);
    return listener;
  }

  @Test
  void readyWhileConnectionsWait() throws Exception {
    try (ServerSocketChannel listener = listenNonBlocking();
        Selector selector = kind.openSelector();
        SocketChannel first = kind.open();
        SocketChannel second = kind.open()) {
      SelectionKey key = listener.register(selector, ACCEPT);
      assertEquals(0, selector.selectNow());
      first.connect(listener.getLocalAddress());
      second.connect(listener.getLocalAddress());
      for (int i = 0; i < 2; i++) {
        assertEquals(1, Background.of(() -> selector.select()).get());
        assertEquals(ACCEPT, key.readyOps());
        assertTrue(key.isAcceptable());
        selector.selectedKeys().clear();
        try (SocketChannel accepted = listener.accept()) {
          assertNotNull(accepted);
        }
      }
      assertEquals(0, selector.selectNow());
      assertNull(listener.accept());
    }
  }

  @Test
  void blockedSelectIsWoken() throws Exception {
    try (ServerSocketChannel listener = listenNonBlocking();
        Selector selector = kind.openSelector();
        SocketChannel channel = kind.open()) {
      listener.register(selector, ACCEPT);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      channel.connect(listener.getLocalAddress());
      assertEquals(1, selecting.get());
    }
  }

  @Test
  void listenersOnlyAccept() throws Exception {
    try (ServerSocketChannel listener = listenNonBlocking();
        Selector selector = kind.openSelector()) {
      assertEquals(ACCEPT, listener.validOps());
      assertThrows(
          IllegalArgumentException.class, () -> listener.register(selector, SelectionKey.OP_READ));
    }
  }

  @Test
  void closedListenerLeavesItsSelector() throws Exception {
    try (ServerSocketChannel listener = listenNonBlocking();
        Selector selector = kind.openSelector()) {
      listener.register(selector, ACCEPT);
      listener.close();
      assertEquals(0, selector.selectNow());
      assertEquals(Set.of(), selector.keys());
    }
  }

  /** A server as they are written: one thread, one selector, an echo for each client. */
  private void serve(ServerSocketChannel listener, Selector selector, int clients)
      throws Exception {
    listener.register(selector, ACCEPT);
    int gone = 0;
    while (gone < clients) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        if (key.isAcceptable()) {
          SocketChannel accepted = listener.accept();
          accepted.configureBlocking(false);
          accepted.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(1000));
        } else if (!echo(key)) {
          key.channel().close();
          gone++;
        }
      }
      selector.selectedKeys().clear();
    }
  }

  /** Receives and sends what there is, and returns whether the client is still there. */
  private static boolean echo(SelectionKey key) throws Exception {
    SocketChannel channel = (SocketChannel) key.channel();
    ByteBuffer buffer = (ByteBuffer) key.attachment();
    if (key.isReadable() && channel.read(buffer) < 0 && buffer.position() == 0) {
      return false;
    }
    channel.write(buffer.flip());
    buffer.compact();
    int write = buffer.position() > 0 ? SelectionKey.OP_WRITE : 0;
    key.interestOps(write | (buffer.hasRemaining() ? SelectionKey.OP_READ : 0));
    return true;
  }

  @Test
  void oneThreadServesManyClients() throws Exception {
    int clients = 10;
    int messages = 20;
    List<Background<Integer>> all = new ArrayList<>();
    try (ServerSocketChannel listener = listenNonBlocking();
        Selector selector = kind.openSelector()) {
      Background<Void> server = Background.running(() -> serve(listener, selector, clients));
      for (int i = 0; i < clients; i++) {
        byte client = (byte) i;
        all.add(Background.of(() -> talk(listener, client, messages)));
      }
      for (Background<Integer> client : all) {
        assertEquals(messages, client.get());
      }
      server.get();
    }
  }

  /** Sends messages, checks the echo of each, and returns how many came back. */
  private int talk(ServerSocketChannel listener, byte client, int messages) throws Exception {
    try (SocketChannel channel = kind.open()) {
      channel.connect(listener.getLocalAddress());
      for (int i = 0; i < messages; i++) {
        byte[] message = new byte[1 + i * 211];
        Arrays.fill(message, (byte) (client * 31 + i));
        Background<Void> sender =
            Background.running(() -> Buffers.writeFully(channel, ByteBuffer.wrap(message)));
        assertArrayEquals(message, Buffers.read(channel, message.length));
        sender.get();
      }
      return messages;
    }
  }
}
