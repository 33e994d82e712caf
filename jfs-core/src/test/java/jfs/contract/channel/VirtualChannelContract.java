package jfs.contract.channel;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import jfs.contract.Background;
import jfs.contract.Bytes;
import jfs.contract.EndAddresses;
import jfs.contract.ReflectiveVirtualThreads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Channels used by virtual threads. */
class VirtualChannelContract extends ChannelContract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  @BeforeEach
  void onlyWhereThereAreVirtualThreads() {
    assumeTrue(ReflectiveVirtualThreads.areSupported());
  }

  private static Background<Byte> blockedReader(ChannelEnds ends) throws Exception {
    return Background.ofVirtual(() -> Buffers.read(ends.channel, 1)[0]).awaitBlockedIn("read");
  }

  @Test
  void blockedReadIsWoken() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Byte> reader = blockedReader(ends);
      ends.peer.send((byte) 5);
      assertEquals((byte) 5, reader.get());
    }
  }

  @Test
  void blockedReadSeesEndAndReset() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader =
          Background.ofVirtual(() -> ends.channel.read(ByteBuffer.allocate(1)))
              .awaitBlockedIn("read");
      ends.peer.shutdownOutput();
      assertEquals(-1, reader.get());
    }
    try (ChannelEnds ends = connect()) {
      Background<Byte> reader = blockedReader(ends);
      ends.peer.reset();
      assertFails(SocketException.class, "Connection reset", reader::get);
    }
  }

  @Test
  void blockedReadSeesCloseAndInterrupt() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Byte> reader = blockedReader(ends);
      ends.channel.close();
      assertThrowsExactly(AsynchronousCloseException.class, reader::get);
    }
    try (ChannelEnds ends = connect()) {
      Background<Byte> reader = blockedReader(ends);
      reader.thread().interrupt();
      assertThrowsExactly(ClosedByInterruptException.class, reader::get);
      assertFalse(ends.channel.isOpen());
    }
  }

  @Test
  void blockedReadSeesShutdownInput() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader =
          Background.ofVirtual(() -> ends.channel.read(ByteBuffer.allocate(1)))
              .awaitBlockedIn("read");
      ends.channel.shutdownInput();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void hugeWriteArrives() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Void> writer =
          Background.runningVirtual(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(HUGE)))
              .awaitBlockedIn("write");
      assertArrayEquals(HUGE, ends.peer.receive(HUGE.length));
      writer.get();
    }
  }

  @Test
  void blockedWriteSeesTheClose() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Void> writer =
          Background.runningVirtual(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(HUGE)))
              .awaitBlockedIn("write");
      ends.channel.close();
      assertThrows(ClosedChannelException.class, writer::get);
    }
  }

  @Test
  void platformThreadFollowsAVirtualOne() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Byte> first = blockedReader(ends);
      ends.peer.send((byte) 1);
      assertEquals((byte) 1, first.get());
      Background<byte[]> second =
          Background.of(() -> Buffers.read(ends.channel, 1)).assertStaysBlockedIn("read");
      ends.peer.send((byte) 2);
      assertEquals((byte) 2, second.get()[0]);
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(HUGE)));
      assertArrayEquals(HUGE, ends.peer.receive(HUGE.length));
      writer.get();
    }
  }

  @Test
  void adaptorTimesOutAndIsUsable() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.socket().setSoTimeout(10);
      InputStream in = ends.channel.socket().getInputStream();
      Background<Integer> reader = Background.ofVirtual(() -> in.read());
      assertFails(SocketTimeoutException.class, "Read timed out", reader::get);
      ends.channel.socket().setSoTimeout(60_000);
      ends.peer.send((byte) 5);
      assertEquals(5, Background.ofVirtual(() -> in.read()).get());
    }
  }

  @Test
  void selectInAVirtualThread() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, SelectionKey.OP_READ);
      Background<Integer> selecting = Background.ofVirtual(() -> selector.select());
      ends.peer.send((byte) 1);
      assertEquals(1, selecting.get());
      selector.selectedKeys().clear();
      Buffers.read(ends.channel, 1);
      Background<Integer> woken = Background.ofVirtual(() -> selector.select());
      selector.wakeup();
      assertEquals(0, woken.get());
    }
  }

  @Test
  void connectAndAcceptInVirtualThreads() throws Exception {
    try (ServerSocketChannel listener =
            pairing.kind().openServer().bind(EndAddresses.anyServerPort());
        SocketChannel channel = pairing.kind().open()) {
      Background<SocketChannel> accepter =
          Background.ofVirtual(listener::accept).awaitBlockedIn("accept");
      Background.runningVirtual(() -> channel.connect(listener.getLocalAddress())).get();
      try (SocketChannel accepted = accepter.get()) {
        Background.runningVirtual(() -> accepted.write(Buffers.heap((byte) 1))).get();
        assertEquals(1, Buffers.read(channel, 1)[0]);
      }
    }
  }

  @Test
  void nonBlockingChannelAfterAVirtualThreadUsedIt() throws Exception {
    try (ChannelEnds ends = connect();
        Selector selector = openSelector()) {
      Background<Byte> reader = blockedReader(ends);
      ends.peer.send((byte) 1);
      reader.get();
      ends.channel.configureBlocking(false);
      assertEquals(0, ends.channel.read(ByteBuffer.allocate(1)));
      ends.channel.register(selector, SelectionKey.OP_READ);
      ends.peer.send((byte) 2);
      assertEquals(1, Background.of(() -> selector.select()).get());
      assertEquals(2, Buffers.read(ends.channel, 1)[0]);
    }
  }

  @Test
  void manyBlockedReadersHoldUpNobodyAndAllWake() throws Exception {
    List<ChannelEnds> all = new ArrayList<>();
    List<Background<Byte>> readers = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        ChannelEnds ends = connect();
        all.add(ends);
        readers.add(Background.ofVirtual(() -> Buffers.read(ends.channel, 1)[0]));
      }
      // Had the readers kept their carrier threads, there would be none to run this one.
      assertEquals("ran", Background.ofVirtual(() -> "ran").get());
      for (int i = 0; i < all.size(); i++) {
        all.get(i).peer.send((byte) i);
      }
      for (int i = 0; i < all.size(); i++) {
        assertEquals((byte) i, readers.get(i).get());
      }
    } finally {
      for (ChannelEnds ends : all) {
        ends.close();
      }
    }
  }
}
