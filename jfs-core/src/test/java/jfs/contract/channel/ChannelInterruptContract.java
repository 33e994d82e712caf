package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Threads that are interrupted while they use a channel. */
class ChannelInterruptContract extends ChannelContract {

  private static final int WAIT_MILLIS = 200;

  /** Runs an operation, which must be interrupted, and checks that the thread then still is. */
  private static Background<String> interrupted(Callable<?> operation) {
    return Background.of(
        () -> {
          assertThrowsExactly(ClosedByInterruptException.class, operation::call);
          return "interrupted " + Thread.currentThread().isInterrupted();
        });
  }

  @Test
  void interruptEndsABlockedReadAndClosesTheChannel() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<String> reader =
          interrupted(() -> ends.channel.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
      reader.thread().interrupt();
      assertEquals("interrupted true", reader.get());
      assertFalse(ends.channel.isOpen());
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void interruptEndsABlockedScatteringRead() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<String> reader =
          interrupted(() -> ends.channel.read(new ByteBuffer[] {ByteBuffer.allocate(1)}))
              .awaitBlockedIn("read");
      reader.thread().interrupt();
      assertEquals("interrupted true", reader.get());
    }
  }

  @Test
  void interruptEndsABlockedWriteAndClosesTheChannel() throws Exception {
    byte[] huge = Bytes.pattern(Bytes.MORE_THAN_ROOM);
    try (ChannelEnds ends = connect()) {
      ByteBuffer from = ByteBuffer.wrap(huge);
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, from)).awaitBlockedIn("write");
      writer.thread().interrupt();
      String outcome = writer.outcome().words();
      assertTrue(outcome.contains("Closed"), outcome);
      assertFalse(ends.channel.isOpen());
    }
  }

  private static void assertInterruptedReaderCloses(ChannelEnds ends) throws Exception {
    Background<String> reader =
        interrupted(
            () -> {
              Thread.currentThread().interrupt();
              return ends.channel.read(ByteBuffer.allocate(1));
            });
    assertEquals("interrupted true", reader.get());
    assertFalse(ends.channel.isOpen());
  }

  @Test
  void interruptedThreadClosesAChannelThatToldOfAReset() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.reset();
      assertThrowsExactly(SocketException.class, () -> Buffers.read(ends.channel, 1));
      assertInterruptedReaderCloses(ends);
    }
  }

  @Test
  void interruptedThreadClosesTheChannelByABlockingRead() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
      assertInterruptedReaderCloses(ends);
    }
  }

  @Test
  void interruptedThreadClosesTheChannelByABlockingWrite() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<String> writer =
          interrupted(
              () -> {
                Thread.currentThread().interrupt();
                return ends.channel.write(Buffers.heap((byte) 1));
              });
      assertEquals("interrupted true", writer.get());
      assertFalse(ends.channel.isOpen());
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void interruptedThreadClosesTheChannelByUrgentData() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<String> sender =
          interrupted(
              () -> {
                Thread.currentThread().interrupt();
                ends.channel.socket().sendUrgentData(1);
                return 1;
              });
      assertEquals("interrupted true", sender.get());
      assertFalse(ends.channel.isOpen());
    }
  }

  /** On a connection that has not left TCP: where that has no room, urgent data waits. */
  @Test
  void interruptEndsUrgentDataThatWaits() throws Exception {
    InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(here);
        SocketChannel channel = SocketChannel.open(listener.getLocalAddress());
        SocketChannel peer = listener.accept()) {
      channel.configureBlocking(false);
      ByteBuffer some = ByteBuffer.allocate(Bytes.MORE_THAN_ROOM);
      while (channel.write(some) > 0) {
        // Until there is no room.
      }
      channel.configureBlocking(true);
      CountDownLatch begun = new CountDownLatch(1);
      Background<String> sender =
          interrupted(
              () -> {
                while (peer.isOpen()) {
                  channel.socket().sendUrgentData(1);
                  begun.countDown();
                }
                return 1;
              });
      begun.await(WAIT_MILLIS, TimeUnit.MILLISECONDS); // in vain if already the first one waits
      sender.thread().interrupt();
      assertEquals("interrupted true", sender.get());
      assertFalse(channel.isOpen());
    }
  }

  @Test
  void interruptedThreadUsesANonBlockingChannel() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.peer.send((byte) 1);
      String outcome =
          Background.of(
                  () -> {
                    Thread.currentThread().interrupt();
                    byte[] read = Buffers.read(ends.channel, 1);
                    int written = ends.channel.write(Buffers.heap((byte) 2));
                    return read[0] + " " + written + " " + Thread.currentThread().isInterrupted();
                  })
              .get();
      assertEquals("1 1 true", outcome);
      assertArrayEquals(new byte[] {2}, ends.peer.receive(1));
      assertTrue(ends.channel.isOpen());
    }
  }

  @Test
  void anotherReaderFindsTheChannelClosed() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<String> first =
          interrupted(() -> ends.channel.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
      Background<Integer> second =
          Background.of(() -> ends.channel.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
      first.thread().interrupt();
      assertEquals("interrupted true", first.get());
      assertThrowsExactly(ClosedChannelException.class, second::get);
    }
  }
}
