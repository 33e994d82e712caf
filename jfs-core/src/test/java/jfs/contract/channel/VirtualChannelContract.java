package jfs.contract.channel;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfs.contract.Background;
import jfs.contract.Bytes;
import jfs.contract.EndAddresses;
import jfs.contract.ReflectiveVirtualThreads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Channels used by virtual threads. */
class VirtualChannelContract extends ChannelContract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  /** More than JFS copies at once. */
  private static final int SOME = 100_000;

  @TempDir Path folder;

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

  private interface Write {
    long of(SocketChannel channel) throws IOException;
  }

  /** The JDK's socket does not block beneath a virtual thread: a write that has room is over. */
  private void assertWritesParts(Write write) throws Exception {
    try (ChannelEnds ends = connect()) {
      assertWritesParts(ends, write);
    }
    // Also where the direction may go by TCP for good, after it went another way.
    try (ChannelEnds ends = connect();
        FileChannel file =
            FileChannel.open(Files.createTempFile(folder, "some", null), READ, WRITE)) {
      file.write(ByteBuffer.wrap(HUGE, 0, SOME), 0);
      ends.peer.send((byte) 1);
      assertEquals(1, Buffers.read(ends.channel, 1)[0]);
      assertEquals(SOME, file.transferTo(0, SOME, ends.channel));
      assertArrayEquals(Arrays.copyOf(HUGE, SOME), ends.peer.receive(SOME));
      assertWritesParts(ends, write);
    }
  }

  private static void assertWritesParts(ChannelEnds ends, Write write) throws Exception {
    // Of a program that writes some, waits for that to arrive, and writes more.
    for (int i = 0; i < 3; i++) {
      long n = Background.ofVirtual(() -> write.of(ends.channel)).get();
      assertTrue(n > 0 && n < HUGE.length, "wrote " + n);
      assertArrayEquals(Arrays.copyOf(HUGE, (int) n), ends.peer.receive((int) n));
    }
  }

  @Test
  void aWriteFromAnArrayReturnsWhenThereIsNoMoreRoom() throws Exception {
    assertWritesParts(channel -> channel.write(ByteBuffer.wrap(HUGE)));
  }

  @Test
  void aWriteFromDirectMemoryReturnsWhenThereIsNoMoreRoom() throws Exception {
    ByteBuffer huge = Buffers.direct(HUGE);
    assertWritesParts(channel -> channel.write(huge.duplicate()));
  }

  @Test
  void aWriteOfSeveralBuffersReturnsWhenThereIsNoMoreRoom() throws Exception {
    int half = HUGE.length / 2;
    assertWritesParts(
        channel ->
            channel.write(
                new ByteBuffer[] {
                  ByteBuffer.wrap(HUGE, 0, 1000),
                  ByteBuffer.wrap(HUGE, 1000, half),
                  ByteBuffer.wrap(HUGE, 1000 + half, half - 1000)
                }));
  }

  /** Programs write short messages once, and rely on it: with room for all of them, all go. */
  @Test
  void aWriteThatHasRoomWritesAll() throws Exception {
    ByteBuffer bytes = Buffers.direct(Arrays.copyOf(HUGE, SOME));
    try (ChannelEnds ends = connect()) {
      for (int i = 0; i < 50; i++) {
        assertEquals(SOME, Background.ofVirtual(() -> ends.channel.write(bytes.duplicate())).get());
        assertArrayEquals(Arrays.copyOf(HUGE, SOME), ends.peer.receive(SOME));
      }
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
