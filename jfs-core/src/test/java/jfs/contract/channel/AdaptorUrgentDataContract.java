package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.contract.Background;
import jfs.contract.EndAddresses;
import org.junit.jupiter.api.Test;

/** Urgent data, which only the socket of a channel can send. */
class AdaptorUrgentDataContract extends ChannelContract {

  @Test
  void urgentByteIsDroppedByAReceiverThatDoesNotAskForIt() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.write(Buffers.heap((byte) 1));
      ends.channel.socket().sendUrgentData(99);
      ends.channel.write(Buffers.heap((byte) 2));
      assertArrayEquals(new byte[] {1, 2}, ends.peer.receive(2));
    }
  }

  @Test
  void urgentByteComesInLineIfItIsAskedFor() throws Exception {
    try (ServerSocketChannel listener =
            pairing.kind().openServer().bind(EndAddresses.anyServerPort());
        SocketChannel sender = pairing.kind().open()) {
      sender.connect(listener.getLocalAddress());
      try (SocketChannel receiver = listener.accept()) {
        receiver.socket().setOOBInline(true);
        assertTrue(receiver.socket().getOOBInline());
        sender.write(Buffers.heap((byte) 1));
        sender.socket().sendUrgentData(99);
        sender.write(Buffers.heap((byte) 2));
        assertArrayEquals(new byte[] {1, 99, 2}, Buffers.read(receiver, 3));
      }
    }
  }

  @Test
  void urgentByteAloneMakesNothingReady() throws Exception {
    try (ServerSocketChannel listener =
            pairing.kind().openServer().bind(EndAddresses.anyServerPort());
        SocketChannel sender = pairing.kind().open();
        Selector selector = openSelector()) {
      sender.connect(listener.getLocalAddress());
      try (SocketChannel receiver = listener.accept()) {
        receiver.configureBlocking(false);
        receiver.register(selector, SelectionKey.OP_READ);
        sender.socket().sendUrgentData(99);
        sender.write(Buffers.heap((byte) 1));
        assertEquals(1, Background.of(() -> selector.select()).get());
        assertEquals(1, Buffers.read(receiver, 1)[0]);
        selector.selectedKeys().clear();
        assertEquals(0, selector.selectNow());
      }
    }
  }

  @Test
  void severalUrgentBytesAmongOthers() throws Exception {
    try (ChannelEnds ends = connect()) {
      for (byte i = 0; i < 20; i++) {
        ends.channel.write(Buffers.heap(i));
        assertEquals(i, ends.peer.receive(1)[0]);
        ends.channel.socket().sendUrgentData(100);
      }
      ends.channel.shutdownOutput();
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void nonBlockingChannelSendsUrgentDataToo() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.channel.socket().sendUrgentData(99);
      assertEquals(1, ends.channel.write(Buffers.heap((byte) 1)));
      assertEquals(1, ends.peer.receive(1)[0]);
    }
  }

  /** Most of a small buffer is full, and there may be a larger one. */
  @Test
  void nonBlockingChannelSendsUrgentDataBehindSomeThatAreUnread() throws Exception {
    byte[] some = new byte[3500];
    try (ChannelEnds ends = connect().nonBlocking()) {
      assertEquals(some.length, ends.channel.write(Buffers.heap(some)));
      ends.channel.socket().sendUrgentData(99);
      assertArrayEquals(some, ends.peer.receive(some.length));
    }
  }

  @Test
  void nonBlockingChannelWithoutRoomSendsNone() throws Exception {
    try (ServerSocketChannel listener =
            pairing.kind().openServer().bind(EndAddresses.anyServerPort());
        SocketChannel sender = pairing.kind().open()) {
      sender.connect(listener.getLocalAddress());
      try (SocketChannel receiver = listener.accept()) {
        receiver.socket().setOOBInline(true);
        sender.configureBlocking(false);
        IOException full = assertThrows(IOException.class, () -> sendUntilFull(sender));
        assertEquals("Socket buffer full", full.getMessage());
      }
    }
  }

  private static void sendUntilFull(SocketChannel channel) throws IOException {
    byte[] much = new byte[100_000];
    while (true) {
      while (channel.write(Buffers.heap(much)) > 0) {
        // There is room yet.
      }
      channel.socket().sendUrgentData(99); // by then a reader's kernel may have taken some
    }
  }

  @Test
  void closedChannelSendsNone() throws Exception {
    try (ChannelEnds ends = connect()) {
      Socket socket = ends.channel.socket();
      ends.channel.close();
      assertThrows(ClosedChannelException.class, () -> socket.sendUrgentData(1));
    }
  }
}
