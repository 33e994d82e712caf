package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jfs.contract.Background;
import jfs.contract.Descriptors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A selector with a thousand channels. */
class ThousandKeysContract extends ChannelKindContract {

  private final List<SocketChannel> channels = new ArrayList<>();
  private final List<SocketChannel> peers = new ArrayList<>();
  private Selector selector;

  @BeforeEach
  void registerThem() throws Exception {
    int many = Math.min(1000, Descriptors.free() / 4);
    selector = kind.openSelector();
    try (ServerSocketChannel listener = listen()) {
      for (int i = 0; i < many; i++) {
        SocketChannel peer = kind.open();
        peers.add(peer);
        peer.connect(listener.getLocalAddress());
        SocketChannel channel = listener.accept();
        channels.add(channel);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, i);
      }
    }
  }

  @AfterEach
  void closeThem() throws Exception {
    for (SocketChannel channel : channels) {
      channel.close();
    }
    for (SocketChannel peer : peers) {
      peer.close();
    }
    selector.close();
  }

  @Test
  void exactlyTheReadyOnesAreSelected() throws Exception {
    assertEquals(channels.size(), selector.keys().size());
    assertEquals(0, selector.selectNow());
    for (int i = 0; i < 200; i++) {
      int one = i * 7919 % channels.size();
      peers.get(one).write(Buffers.heap((byte) i));
      assertEquals(1, Background.of(() -> selector.select()).get());
      SelectionKey key = selector.selectedKeys().iterator().next();
      assertEquals(one, key.attachment());
      assertEquals((byte) i, Buffers.read(channels.get(one), 1)[0]);
      selector.selectedKeys().clear();
    }
    assertEquals(0, selector.selectNow());
  }

  @Test
  void allReadyAtOnceAreAllSelected() throws Exception {
    for (SocketChannel peer : peers) {
      peer.write(Buffers.heap((byte) 1));
    }
    int left = channels.size();
    while (left > 0) {
      int selected = selector.select(20_000);
      assertTrue(selected > 0, left + " were never selected");
      for (SelectionKey key : selector.selectedKeys()) {
        assertEquals(1, ((SocketChannel) key.channel()).read(ByteBuffer.allocate(2)));
      }
      left -= selected;
      selector.selectedKeys().clear();
    }
    assertEquals(0, selector.selectNow());
  }

  @Test
  void endsOfFileOfAllAreAllSelectedAndAllCloseAtOnce() throws Exception {
    for (SocketChannel peer : peers) {
      peer.close();
    }
    while (!selector.keys().isEmpty()) {
      assertTrue(selector.select(20_000) > 0);
      for (SelectionKey key : selector.selectedKeys()) {
        assertArrayEquals(new byte[0], Buffers.read((SocketChannel) key.channel(), 1));
        key.channel().close();
      }
      selector.selectedKeys().clear();
      assertTrue(selector.selectNow() >= 0);
      selector.selectedKeys().clear();
    }
    assertEquals(Set.of(), selector.keys());
  }
}
