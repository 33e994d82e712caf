package jfs.contract.channel;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Connections that end with a reset. */
class ChannelResetContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;
  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  private static void assertReset(ChannelEnds ends) {
    assertFails(
        SocketException.class, "Connection reset", () -> ends.channel.read(ByteBuffer.allocate(5)));
  }

  @Test
  void readFailsAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.reset();
      for (int i = 0; i < 3; i++) {
        assertReset(ends);
      }
      assertFails(
          SocketException.class,
          "Connection reset",
          () -> ends.channel.read(new ByteBuffer[] {ByteBuffer.allocateDirect(1)}));
      assertFails(
          SocketException.class,
          "Connection reset",
          () -> ends.channel.read(ByteBuffer.allocate(0)));
      assertTrue(ends.channel.isOpen() && ends.channel.isConnected());
    }
  }

  @Test
  void nonBlockingReadFailsAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.peer.reset();
      assertFails(SocketException.class, "Connection reset", () -> Buffers.read(ends.channel, 1));
      assertReset(ends);
      ends.channel.configureBlocking(true);
      assertReset(ends);
    }
  }

  /** Whichever way it was met first. */
  @Test
  void everyKindOfReadFailsAfterAnotherKind() throws Exception {
    for (int first = 0; first < 4; first++) {
      try (ChannelEnds ends = connect()) {
        ends.channel.configureBlocking(first < 2);
        ends.peer.reset();
        assertResetIn(first, ends);
        for (int next = 0; next < 4; next++) {
          ends.channel.configureBlocking(next < 2);
          assertResetIn(next, ends);
        }
      }
    }
  }

  private static void assertResetIn(int way, ChannelEnds ends) {
    assertFails(
        SocketException.class,
        "Connection reset",
        () -> {
          switch (way) {
            case 0 -> ends.channel.socket().getInputStream().read();
            case 1, 2 -> Buffers.read(ends.channel, 1);
            default -> ends.channel.read(new ByteBuffer[] {ByteBuffer.allocate(1)});
          }
        });
  }

  @Test
  void inputThatIsShutDownAfterItEnds() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.peer.reset();
      assertFails(SocketException.class, "Connection reset", () -> Buffers.read(ends.channel, 1));
      assertReset(ends);
      ends.channel.shutdownInput();
      assertEquals(-1, ends.channel.read(ByteBuffer.allocate(5)));
      assertEquals(-1, ends.channel.read(new ByteBuffer[] {ByteBuffer.allocate(5)}));
    }
  }

  @Test
  void streamSaysFirstThatTheChannelDoesNotBlock() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.peer.reset();
      assertFails(SocketException.class, "Connection reset", () -> Buffers.read(ends.channel, 1));
      InputStream in = ends.channel.socket().getInputStream();
      assertEquals(0, in.read(new byte[0]));
      assertThrows(IllegalBlockingModeException.class, in::read);
    }
  }

  @Test
  void blockedReadFails() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader =
          Background.of(() -> ends.channel.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
      ends.peer.reset();
      assertFails(SocketException.class, "Connection reset", reader::get);
      assertReset(ends);
    }
  }

  @Test
  void blockedWriteFails() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(HUGE)))
              .awaitBlockedIn("write");
      ends.peer.reset();
      assertEquals("java.io.IOException", failure(writer));
    }
  }

  private static String failure(Background<?> failing) {
    return assertThrows(IOException.class, failing::get).getClass().getName();
  }

  @Test
  void resetIsReadyForReadingAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      ends.peer.reset();
      assertEquals(1, selecting.get());
      for (int i = 0; i < 3; i++) {
        assertEquals(READ, key.readyOps());
        assertReset(ends);
        selector.selectedKeys().clear();
        // A hang-up, also when its error has been taken.
        assertEquals(1, selector.selectNow());
      }
    }
  }

  @Test
  void resetMakesReadyForAllThatIsAskedFor() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      ends.peer.reset();
      assertEquals(1, Background.of(() -> selector.select()).get());
      selector.selectedKeys().clear();
      key.interestOps(READ | SelectionKey.OP_WRITE);
      assertEquals(1, selector.selectNow());
      assertEquals(READ | SelectionKey.OP_WRITE, key.readyOps());
      selector.selectedKeys().clear();
      key.interestOps(0);
      assertEquals(0, selector.selectNow());
    }
  }

  @Test
  void resetEndsAWaitForRoom() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, SelectionKey.OP_WRITE);
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      do {
        selector.selectedKeys().clear();
        while (ends.channel.write(from) > 0) {}
      } while (selector.selectNow() > 0);
      Background<Integer> selecting = Background.of(() -> selector.select());
      ends.peer.reset();
      assertEquals(1, selecting.get());
      assertThrows(IOException.class, () -> Buffers.writeFully(ends.channel, from));
    }
  }

  @Test
  void resetBehindUnreadBytesIsSeen() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send(Bytes.pattern(100));
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 100);
      ends.peer.reset();
      // Linux may hand out the bytes or not: one after the other, if so.
      assertFails(SocketException.class, "Connection reset", () -> Buffers.read(ends.channel, 101));
      assertReset(ends);
    }
  }

  @Test
  void firstWriteAfterAResetWasReadSaysBrokenPipe() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.reset();
      assertReset(ends);
      for (int i = 0; i < 2; i++) {
        assertFails(
            IOException.class, "Broken pipe", () -> ends.channel.write(Buffers.heap((byte) 1)));
      }
      assertReset(ends);
    }
  }

  @Test
  void aWriteFindsTheResetItself() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ends.peer.reset();
      assertEquals(1, Background.of(() -> selector.select()).get());
      ByteBuffer one = Buffers.heap((byte) 1);
      assertFails(IOException.class, "Connection reset by peer", () -> ends.channel.write(one));
      assertFails(IOException.class, "Broken pipe", () -> ends.channel.write(one));
      assertEquals(1, one.remaining());
      // The write took the error, so that the read finds nothing but the end.
      assertEquals(-1, ends.channel.read(ByteBuffer.allocate(1)));
    }
  }

  @Test
  void stateAndOptionsAfterAReset() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.reset();
      assertReset(ends);
      assertTrue(ends.channel.isConnected());
      ends.channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      assertEquals(true, ends.channel.getOption(StandardSocketOptions.SO_KEEPALIVE));
      assertTrue(ends.channel.toString().contains("[connected "), ends.channel.toString());
    }
  }

  @Test
  void shutdownsAfterAReset() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.reset();
      assertReset(ends);
      ends.channel.shutdownOutput();
      assertReset(ends);
      ends.channel.shutdownInput();
      assertEquals(-1, ends.channel.read(ByteBuffer.allocate(1)));
      assertThrows(ClosedChannelException.class, () -> ends.channel.write(Buffers.heap((byte) 1)));
    }
  }

  @Test
  void ownResetIsSeenByThePeer() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      ends.channel.close();
      assertFails(SocketException.class, "Connection reset", () -> ends.peer.receive(1));
    }
  }

  @Test
  void ownResetOfARegisteredChannelIsSeenByThePeerAfterASelect() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      ends.channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      ends.channel.close();
      selector.selectNow();
      assertFails(SocketException.class, "Connection reset", () -> ends.peer.receive(1));
    }
  }

  @Test
  void closeWithUnreadBytesIsAReset() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
      ends.channel.close();
      assertFails(SocketException.class, "Connection reset", () -> ends.peer.receive(1));
    }
  }

  @Test
  void closeWithUnreadBytesIsAResetAlsoAfterInputWasShutDown() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertCloseAfterShutdownResets(ends);
    }
  }

  @Test
  void soIsOneOfAChannelThatHasWritten() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.write(Buffers.heap((byte) 1));
      assertEquals(1, ends.peer.receive(1)[0]);
      assertCloseAfterShutdownResets(ends);
    }
  }

  private static void assertCloseAfterShutdownResets(ChannelEnds ends) throws Exception {
    ends.peer.send(Bytes.pattern(100));
    Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 100);
    ends.channel.shutdownInput();
    ends.channel.close();
    assertFails(SocketException.class, "Connection reset", () -> ends.peer.receive(1));
  }

  @Test
  void resetAmidABlockingWriteIsTold() throws Exception {
    for (int i = 0; i < 30; i++) {
      try (ChannelEnds ends = connect()) {
        Background<Void> peer = readsSomeAndResets(ends, i);
        assertTrue(isToldOfReset(ends), "an orderly end in round " + i);
        peer.get();
      }
    }
  }

  @Test
  void resetAmidANonBlockingWriteIsTold() throws Exception {
    for (int i = 0; i < 30; i++) {
      try (ChannelEnds ends = connect().nonBlocking()) {
        Background<Void> peer = readsSomeAndResets(ends, i);
        assertTrue(isToldOfReset(ends), "an orderly end in round " + i);
        peer.get();
      }
    }
  }

  private static Background<Void> readsSomeAndResets(ChannelEnds ends, int round) {
    return Background.running(
        () -> {
          ends.peer.receive(150_000 + 31_337 * round);
          ends.peer.reset();
        });
  }

  /** Writes and reads until one of both says how the stream ends. */
  private static boolean isToldOfReset(ChannelEnds ends) {
    ByteBuffer from = ByteBuffer.allocateDirect(300_000);
    ByteBuffer to = ByteBuffer.allocate(1);
    try {
      while (true) {
        int n = ends.channel.write(from.clear());
        assertEquals(from.position(), n);
        boolean asks = !ends.channel.isBlocking() || from.hasRemaining();
        if (asks && ends.channel.read(to.clear()) < 0) {
          return false;
        }
      }
    } catch (IOException e) {
      return e.getMessage().startsWith("Connection reset");
    }
  }
}
