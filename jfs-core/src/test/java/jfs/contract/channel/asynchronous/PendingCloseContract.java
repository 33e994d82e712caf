package jfs.contract.channel.asynchronous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.contract.Bytes;
import jfs.contract.channel.Buffers;
import org.junit.jupiter.api.Test;

/** Operations that are pending when the channel closes, or are cancelled. */
class PendingCloseContract extends AsynchronousContract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  @Test
  void closeFailsWhatIsPending() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      Completion<Integer> write = ends.fill(ByteBuffer.wrap(HUGE));
      ends.channel.close();
      assertThrows(AsynchronousCloseException.class, read::get);
      assertThrows(AsynchronousCloseException.class, write::get);
      read.assertToldOnce();
      write.assertToldOnce();
      assertFalse(ends.channel.isOpen());
      assertThrows(ClosedChannelException.class, () -> ends.read(ByteBuffer.allocate(5)).get());
      assertThrows(ClosedChannelException.class, () -> ends.write(ByteBuffer.allocate(5)).get());
      assertThrows(ClosedChannelException.class, ends.channel::getLocalAddress);
      assertThrows(ClosedChannelException.class, ends.channel::shutdownOutput);
    }
  }

  @Test
  void closeFailsAPendingFuture() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Future<Integer> read = ends.channel.read(ByteBuffer.allocate(5));
      ends.channel.close();
      ExecutionException e =
          assertThrows(
              ExecutionException.class,
              () -> read.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
      assertEquals(AsynchronousCloseException.class, e.getCause().getClass());
    }
  }

  @Test
  void peerReadsAllAndThenTheEndOfFile() throws Exception {
    byte[] some = Bytes.pattern(70_000);
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer from = ByteBuffer.wrap(some);
      while (from.hasRemaining()) {
        ends.write(from).get();
      }
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      ends.channel.close();
      assertArrayEquals(some, ends.peer.receive(some.length + 1));
      assertThrows(AsynchronousCloseException.class, read::get);
    }
  }

  @Test
  void cancelledReadEndsReading() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Future<Integer> read = ends.channel.read(ByteBuffer.allocate(5));
      assertTrue(read.cancel(false));
      assertTrue(read.isDone() && read.isCancelled());
      assertThrows(CancellationException.class, read::get);
      assertThrows(IllegalStateException.class, () -> ends.read(ByteBuffer.allocate(5)));
      ends.peer.send((byte) 1);
      assertEquals(1, ends.write(Buffers.heap((byte) 2)).get());
      assertArrayEquals(new byte[] {2}, ends.peer.receive(1));
      assertTrue(ends.channel.isOpen());
    }
  }

  @Test
  void cancelledWriteEndsWriting() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      Future<Integer> write = ends.channel.write(from);
      while (write.isDone()) {
        write = ends.channel.write(from);
      }
      assertTrue(write.cancel(false));
      assertThrows(IllegalStateException.class, () -> ends.write(ByteBuffer.allocate(5)));
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      ends.peer.send((byte) 1);
      assertEquals(1, read.get());
    }
  }

  @Test
  void forcefulCancelCloses() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Future<Integer> read = ends.channel.read(ByteBuffer.allocate(5));
      assertTrue(read.cancel(true));
      assertFalse(ends.channel.isOpen());
      assertThrows(CancellationException.class, read::get);
      assertArrayEquals(new byte[0], ends.peer.receive(1));
    }
  }

  @Test
  void resultThatIsThereCannotBeCancelled() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Future<Integer> read = ends.channel.read(ByteBuffer.allocate(5));
      ends.peer.send((byte) 1);
      assertEquals(1, read.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
      assertFalse(read.cancel(true));
      assertTrue(ends.channel.isOpen());
    }
  }

  @Test
  void groupThatShutsDownNowClosesItsChannels() throws Exception {
    AsynchronousChannelGroup group =
        AsynchronousChannelGroup.withFixedThreadPool(1, Executors.defaultThreadFactory());
    try (AsynchronousEnds ends = AsynchronousEnds.of(pairing, group)) {
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      group.shutdownNow();
      assertThrows(AsynchronousCloseException.class, read::get);
      assertTrue(group.awaitTermination(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
      assertFalse(ends.channel.isOpen());
      assertArrayEquals(new byte[0], ends.peer.receive(1));
    } finally {
      group.shutdownNow();
    }
  }

  @Test
  void groupThatShutsDownWaitsForItsChannels() throws Exception {
    AsynchronousChannelGroup group =
        AsynchronousChannelGroup.withFixedThreadPool(2, Executors.defaultThreadFactory());
    try (AsynchronousEnds ends = AsynchronousEnds.of(pairing, group)) {
      group.shutdown();
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      ends.peer.send((byte) 1);
      assertEquals(1, read.get());
      assertFalse(group.isTerminated());
      ends.channel.close();
      assertTrue(group.awaitTermination(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    } finally {
      group.shutdownNow();
    }
  }

  /** Closes by one thread while others read and write. */
  @Test
  void closeRacesWithOperations() throws Exception {
    for (int i = 0; i < 20; i++) {
      try (AsynchronousEnds ends = connect()) {
        Background<Void> echo =
            Background.running(
                () -> {
                  try {
                    while (ends.peer.receive(1).length > 0) {
                      ends.peer.send((byte) 1);
                    }
                  } catch (IOException e) {
                    // The channel may leave bytes unread.
                  }
                });
        Completion<Integer> last = new Completion<>();
        HandlerDialogue dialogue = new HandlerDialogue(ends.channel, last);
        dialogue.start();
        dialogue.awaitRounds(i);
        ends.channel.close();
        assertThrows(ClosedChannelException.class, last::get);
        last.assertToldOnce();
        echo.get();
      }
    }
  }
}
