package jfs.contract.channel.asynchronous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.InterruptedByTimeoutException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.contract.Bytes;
import jfs.contract.channel.Buffers;
import org.junit.jupiter.api.Test;

/** Reads and writes that may take only so long. */
class OperationTimeoutContract extends AsynchronousContract {

  private static final int SHORT = 30;
  private static final int LONG = 60_000;
  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  @Test
  void readThatTimesOutEndsReading() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      long start = System.nanoTime();
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5), SHORT);
      assertThrows(InterruptedByTimeoutException.class, read::get);
      assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(SHORT));
      assertThrows(IllegalStateException.class, () -> ends.read(ByteBuffer.allocate(5)));
      ends.peer.send((byte) 1);
      read.assertToldOnce();
      assertEquals(1, ends.write(Buffers.heap((byte) 2)).get());
      assertArrayEquals(new byte[] {2}, ends.peer.receive(1));
      assertTrue(ends.channel.isOpen());
    }
  }

  @Test
  void scatteringReadTimesOut() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Long> read = new Completion<>();
      ByteBuffer[] into = {ByteBuffer.allocate(1)};
      ends.channel.read(into, 0, 1, SHORT, TimeUnit.MILLISECONDS, null, read);
      assertThrows(InterruptedByTimeoutException.class, read::get);
      read.assertToldOnce();
    }
  }

  @Test
  void readInTimeIsNotTimedOut() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      for (int i = 0; i < 20; i++) {
        Completion<Integer> read = ends.read(ByteBuffer.allocate(5), LONG);
        ends.peer.send((byte) 1);
        assertEquals(1, read.get());
      }
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5), LONG);
      ends.peer.shutdownOutput();
      assertEquals(-1, read.get());
      read.assertToldOnce();
    }
  }

  @Test
  void writeThatTimesOutEndsWriting() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      Completion<Integer> write = ends.write(from, SHORT);
      int sent = 0;
      boolean timedOut = false;
      while (!timedOut) {
        try {
          sent += write.get();
          write = ends.write(from, SHORT);
        } catch (InterruptedByTimeoutException e) {
          timedOut = true;
        }
      }
      assertThrows(IllegalStateException.class, () -> ends.write(ByteBuffer.allocate(5)));
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      ends.peer.send((byte) 1);
      assertEquals(1, read.get());
      // What was told as written, and no more: it was pending for want of room.
      ends.channel.shutdownOutput();
      assertArrayEquals(Arrays.copyOf(HUGE, sent), ends.peer.receive(HUGE.length));
      write.assertToldOnce();
    }
  }

  @Test
  void writeInTimeIsNotTimedOut() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      Background<byte[]> peer = Background.of(() -> ends.peer.receive(HUGE.length));
      while (from.hasRemaining()) {
        ends.write(from, LONG).get();
      }
      assertArrayEquals(HUGE, peer.get());
    }
  }

  @Test
  void bytesAfterATimeoutDisturbNothing() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      assertThrows(
          InterruptedByTimeoutException.class,
          () -> ends.read(ByteBuffer.allocate(5), SHORT).get());
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      Completion<Integer> write = ends.fill(from);
      ends.peer.send((byte) 1);
      write.assertStaysPending();
      Background<byte[]> peer = Background.of(() -> ends.peer.receive(HUGE.length));
      write.get();
      while (from.hasRemaining()) {
        ends.write(from).get();
      }
      assertArrayEquals(HUGE, peer.get());
    }
  }
}
