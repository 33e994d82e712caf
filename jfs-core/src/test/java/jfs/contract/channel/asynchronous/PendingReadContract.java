package jfs.contract.channel.asynchronous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.channels.ReadPendingException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.contract.channel.Buffers;
import jfs.contract.channel.ProgramArena;
import org.junit.jupiter.api.Test;

/** Reads, at once and pending. */
class PendingReadContract extends AsynchronousContract {

  @Test
  void readWaitsUntilSomethingComes() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer into = ByteBuffer.allocate(5);
      Completion<Integer> read = ends.read(into).assertStaysPending();
      ends.peer.send((byte) 1, (byte) 2);
      assertEquals(2, read.get());
      assertArrayEquals(new byte[] {1, 2}, Buffers.filled(into));
      read.assertToldOnce();
    }
  }

  @Test
  void futureWaitsUntilSomethingComes() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer into = ByteBuffer.allocateDirect(5);
      Future<Integer> read = ends.channel.read(into);
      assertFalse(read.isDone());
      ends.peer.send((byte) 1, (byte) 2);
      assertEquals(2, read.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
      assertArrayEquals(new byte[] {1, 2}, Buffers.filled(into));
    }
  }

  @Test
  void manyReadsOneAfterTheOther() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      for (int i = 0; i < 300; i++) {
        ByteBuffer into = ByteBuffer.allocate(1);
        Completion<Integer> read = ends.read(into);
        ends.peer.send((byte) i);
        assertEquals(1, read.get());
        assertEquals((byte) i, into.get(0));
      }
    }
  }

  @Test
  void whatIsThereIsReadInParts() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ends.peer.send((byte) 1, (byte) 2, (byte) 3);
      ends.peer.shutdownOutput();
      byte[] all = new AsynchronousPeerKind.Peer(ends.channel).receive(2);
      assertArrayEquals(new byte[] {1, 2}, all);
      ByteBuffer into = ByteBuffer.allocate(8).position(4);
      assertEquals(1, ends.read(into).get());
      assertEquals(3, into.get(4));
      assertEquals(5, into.position());
      assertEquals(-1, ends.read(into).get());
    }
  }

  @Test
  void endOfFileIsReadAgainAndAgain() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> pending = ends.read(ByteBuffer.allocate(5));
      ends.peer.shutdownOutput();
      assertEquals(-1, pending.get());
      pending.assertToldOnce();
      for (int i = 0; i < 3; i++) {
        assertEquals(-1, ends.read(ByteBuffer.allocate(5)).get());
        assertEquals(-1, ends.channel.read(ByteBuffer.allocate(5)).get());
        assertEquals(-1L, ends.read(new ByteBuffer[] {ByteBuffer.allocate(5)}).get());
      }
    }
  }

  @Test
  void noRoomReadsNothingAtOnce() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      assertEquals(0, ends.read(ByteBuffer.allocate(0)).get());
      assertEquals(0L, ends.read(new ByteBuffer[] {ByteBuffer.allocate(0)}).get());
      assertEquals(0L, ends.read(new ByteBuffer[0]).get());
    }
  }

  @Test
  void onlyOneReadMayBePending() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      assertThrows(ReadPendingException.class, () -> ends.read(ByteBuffer.allocate(5)));
      assertThrows(
          ReadPendingException.class, () -> ends.read(new ByteBuffer[] {ByteBuffer.allocate(5)}));
      ends.peer.send((byte) 1);
      assertEquals(1, read.get());
      ends.peer.send((byte) 2);
      assertEquals(1, ends.read(ByteBuffer.allocate(5)).get());
    }
  }

  @Test
  void readOnlyBufferIsRefused() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer one = ByteBuffer.allocate(5).asReadOnlyBuffer();
      assertThrows(IllegalArgumentException.class, () -> ends.read(one));
      assertThrows(IllegalArgumentException.class, () -> ends.channel.read(one));
    }
  }

  @Test
  void scatteringReadFillsInOrder() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ByteBuffer[] into = {
        ByteBuffer.allocate(2), ByteBuffer.allocate(0), ByteBuffer.allocateDirect(3).position(1)
      };
      Completion<Long> read = ends.read(into).assertStaysPending();
      ends.peer.send((byte) 1, (byte) 2, (byte) 3);
      long n = read.get();
      while (n < 3) {
        n += ends.read(into).get();
      }
      assertArrayEquals(new byte[] {1, 2}, Buffers.filled(into[0]));
      assertEquals(3, into[2].get(1));
      assertEquals(2, into[2].position());
    }
  }

  @Test
  void pendingReadEndsAsInputIsShutDown() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5)).assertStaysPending();
      ends.channel.shutdownInput();
      assertEquals(-1, read.get());
      read.assertToldOnce();
      assertEquals(-1, ends.read(ByteBuffer.allocate(5)).get());
      assertEquals(-1, ends.channel.shutdownInput().read(ByteBuffer.allocate(5)).get());
      assertEquals(1, ends.write(ByteBuffer.allocate(1)).get());
      assertArrayEquals(new byte[] {0}, ends.peer.receive(1));
    }
  }

  @Test
  void pendingReadAndPendingWriteAreIndependent() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      byte[] huge = new byte[jfs.contract.Bytes.MORE_THAN_ROOM];
      ByteBuffer from = ByteBuffer.wrap(huge);
      Completion<Integer> write = ends.fill(from);
      ends.peer.send((byte) 1);
      assertEquals(1, read.get());
      Completion<Integer> next = ends.read(ByteBuffer.allocate(5)).assertStaysPending();
      Background<byte[]> peer = Background.of(() -> ends.peer.receive(huge.length));
      write.get();
      while (from.hasRemaining()) {
        ends.write(from).get();
      }
      assertArrayEquals(huge, peer.get());
      ends.peer.send((byte) 2);
      assertEquals(1, next.get());
      next.assertToldOnce();
      write.assertToldOnce();
    }
  }

  /** No byte is read into memory that the program has freed. */
  @Test
  void noByteIsLostToAClosedArena() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ends.peer.send((byte) 1, (byte) 2);
      ByteBuffer closed = ProgramArena.closedBuffer(2);
      assertThrows(IllegalStateException.class, ends.read(closed)::get);
      ByteBuffer[] several = {ByteBuffer.allocate(1), closed};
      assertThrows(IllegalStateException.class, ends.read(several)::get);
      assertEquals(0, several[0].position());
      byte[] all = new AsynchronousPeerKind.Peer(ends.channel).receive(2);
      assertArrayEquals(new byte[] {1, 2}, all);
    }
  }
}
