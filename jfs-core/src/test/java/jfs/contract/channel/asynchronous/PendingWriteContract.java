package jfs.contract.channel.asynchronous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritePendingException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.contract.Bytes;
import jfs.contract.channel.Buffers;
import jfs.contract.channel.ProgramArena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Writes, at once and pending. */
class PendingWriteContract extends AsynchronousContract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  /** The write of a single buffer fails with an exception that has the reason as its cause. */
  private static void assertNoMemory(Executable write) {
    Exception met = assertThrows(Exception.class, write);
    Throwable why = met instanceof IOException ? met.getCause() : met;
    assertInstanceOf(IllegalStateException.class, why, met::toString);
  }

  @Test
  void smallWritesAreTakenWhole() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      assertEquals(2, ends.write(Buffers.heap((byte) 1, (byte) 2)).get());
      assertEquals(2, ends.channel.write(Buffers.direct((byte) 3, (byte) 4)).get());
      ByteBuffer[] from = {
        Buffers.heap((byte) 5), ByteBuffer.allocate(0), Buffers.direct((byte) 6, (byte) 7)
      };
      assertEquals(3L, ends.write(from).get());
      assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7}, ends.peer.receive(7));
    }
  }

  @Test
  void nothingIsWrittenAtOnce() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      assertEquals(0, ends.write(ByteBuffer.allocate(0)).get());
      assertEquals(0L, ends.write(new ByteBuffer[] {ByteBuffer.allocate(0)}).get());
      assertEquals(0L, ends.write(new ByteBuffer[0]).get());
    }
  }

  @Test
  void writeWaitsForRoomAndAllArrivesInOrder() throws Exception {
    for (boolean direct : new boolean[] {false, true}) {
      try (AsynchronousEnds ends = connect()) {
        ByteBuffer from = direct ? Buffers.direct(HUGE) : ByteBuffer.wrap(HUGE);
        Completion<Integer> write = ends.fill(from);
        assertTrue(from.position() > 0 && from.hasRemaining());
        Background<byte[]> peer = Background.of(() -> ends.peer.receive(HUGE.length));
        assertTrue(write.get() > 0);
        while (from.hasRemaining()) {
          assertTrue(ends.write(from).get() > 0);
        }
        assertArrayEquals(HUGE, peer.get());
        write.assertToldOnce();
      }
    }
  }

  @Test
  void gatheringWriteWaitsForRoom() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      int half = HUGE.length / 2;
      ByteBuffer[] from = {
        ByteBuffer.wrap(HUGE, 0, 7), ByteBuffer.wrap(HUGE, 7, half), ByteBuffer.wrap(HUGE)
      };
      from[2].position(half + 7);
      Background<byte[]> peer = Background.of(() -> ends.peer.receive(HUGE.length));
      long sent = 0;
      while (sent < HUGE.length) {
        long n = ends.write(from).get();
        assertTrue(n > 0);
        sent += n;
      }
      assertArrayEquals(HUGE, peer.get());
    }
  }

  @Test
  void futureWaitsForRoom() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      Future<Integer> write = ends.channel.write(from);
      while (write.isDone()) {
        write = ends.channel.write(from);
      }
      Background<byte[]> peer = Background.of(() -> ends.peer.receive(HUGE.length));
      assertTrue(write.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS) > 0);
      while (from.hasRemaining()) {
        AsynchronousPeerKind.await(ends.channel.write(from));
      }
      assertArrayEquals(HUGE, peer.get());
    }
  }

  @Test
  void onlyOneWriteMayBePending() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ends.fill(ByteBuffer.wrap(HUGE));
      assertThrows(WritePendingException.class, () -> ends.write(ByteBuffer.allocate(5)));
      assertThrows(WritePendingException.class, () -> ends.channel.write(ByteBuffer.allocate(5)));
    }
  }

  @Test
  void outputThatWasShutDownIsClosedToWritesAlone() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ends.write(Buffers.heap((byte) 1)).get();
      ends.channel.shutdownOutput();
      ends.channel.shutdownOutput();
      assertThrows(ClosedChannelException.class, () -> ends.write(ByteBuffer.allocate(1)).get());
      ExecutionException e =
          assertThrows(
              ExecutionException.class, () -> ends.channel.write(ByteBuffer.allocate(1)).get());
      assertEquals(ClosedChannelException.class, e.getCause().getClass());
      assertArrayEquals(new byte[] {1}, ends.peer.receive(2));
      Completion<Integer> read = ends.read(ByteBuffer.allocate(1));
      ends.peer.send((byte) 2);
      assertEquals(1, read.get());
      assertTrue(ends.channel.isOpen());
    }
  }

  /** A program may count on what TCP takes by default, though nobody reads. */
  @Test
  void muchIsTakenThoughNobodyReads() throws Exception {
    byte[] much = Bytes.pattern(1_000_000);
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer from = ByteBuffer.wrap(much);
      while (from.hasRemaining()) {
        ends.write(from).get();
      }
      assertArrayEquals(much, ends.peer.receive(much.length));
    }
  }

  /** Nothing is sent of a write that fails, since a program may repeat it. */
  @Test
  void nothingIsSentFromAClosedArena() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer closed = ProgramArena.closedBuffer(2);
      assertNoMemory(ends.write(closed)::get);
      ByteBuffer[] several = {Buffers.heap((byte) 1), closed};
      assertNoMemory(ends.write(several)::get);
      assertEquals(0, several[0].position());
      assertEquals(1, ends.write(Buffers.heap((byte) 2)).get());
      assertArrayEquals(new byte[] {2}, ends.peer.receive(1));
    }
  }

  /** As the JDK: another thread may have to go on with it, and must not use the memory. */
  @Test
  void nothingIsSentFromAnArenaOfOneThread() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer confined = ProgramArena.confinedBuffer(2);
      assertNoMemory(ends.write(confined)::get);
      ByteBuffer[] several = {Buffers.heap((byte) 1), confined};
      assertNoMemory(ends.write(several)::get);
      assertEquals(0, several[0].position() + confined.position());
      assertEquals(1, ends.write(Buffers.heap((byte) 2)).get());
      assertArrayEquals(new byte[] {2}, ends.peer.receive(1));
    }
  }
}
