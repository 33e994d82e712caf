package jfs.contract.channel.asynchronous;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import jfs.contract.Background;
import jfs.contract.Bytes;
import jfs.contract.channel.Buffers;
import org.junit.jupiter.api.Test;

/** How connections end: in order, in one direction, by a reset. */
class AsynchronousEndContract extends AsynchronousContract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  @Test
  void bytesAfterTheOwnEndOfFileStillCome() throws Exception {
    byte[] much = Bytes.pattern(300_000);
    try (AsynchronousEnds ends = connect()) {
      ends.channel.shutdownOutput();
      assertArrayEquals(new byte[0], ends.peer.receive(1));
      Background<byte[]> reader =
          Background.of(() -> new AsynchronousPeerKind.Peer(ends.channel).receive(much.length + 1));
      ends.peer.send(much);
      ends.peer.shutdownOutput();
      assertArrayEquals(much, reader.get());
    }
  }

  @Test
  void bytesBeforeThePeersCloseAreRead() throws Exception {
    byte[] much = Bytes.pattern(50_000);
    try (AsynchronousEnds ends = connect()) {
      ends.peer.send(much);
      ends.peer.close();
      assertArrayEquals(much, new AsynchronousPeerKind.Peer(ends.channel).receive(much.length + 1));
    }
  }

  @Test
  void pendingReadEndsWithThePeersClose() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5)).assertStaysPending();
      ends.peer.close();
      assertEquals(-1, read.get());
      read.assertToldOnce();
    }
  }

  @Test
  void pendingReadFailsWithAReset() throws Exception {
    assumeTrue(pairing.canReset());
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5)).assertStaysPending();
      ends.peer.reset();
      assertFails(IOException.class, "Connection reset", read::get);
      read.assertToldOnce();
      assertEquals(-1, ends.read(ByteBuffer.allocate(5)).get());
      assertTrue(ends.channel.isOpen());
    }
  }

  @Test
  void pendingWriteFailsWithAReset() throws Exception {
    assumeTrue(pairing.canReset());
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> write = ends.fill(ByteBuffer.wrap(HUGE));
      ends.peer.reset();
      IOException e = assertThrowsExactly(IOException.class, write::get);
      assertTrue(
          Set.of("Connection reset by peer", "Broken pipe").contains(e.getMessage()),
          e::getMessage);
      write.assertToldOnce();
    }
  }

  /** A close that leaves bytes unread is a reset for the peer. */
  @Test
  void writesFailAfterThePeersCloseSoonerOrLater() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      ends.peer.close();
      assertThrowsExactly(
          IOException.class,
          () -> {
            for (int i = 0; i < 1000; i++) {
              ends.write(Buffers.heap((byte) 1)).get();
            }
          });
    }
  }

  @Test
  void pendingWriteEndsWithThePeersClose() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> write = ends.fill(ByteBuffer.wrap(HUGE));
      ends.peer.close();
      assertThrowsExactly(
          IOException.class,
          () -> {
            write.get();
            ends.write(Buffers.heap((byte) 1)).get();
            for (int i = 0; i < 1000; i++) {
              ends.write(Buffers.heap((byte) 1)).get();
            }
          });
      write.assertToldOnce();
    }
  }

  @Test
  void bothEndsHalfClose() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      Completion<Integer> read = ends.read(ByteBuffer.allocate(5));
      ends.channel.shutdownOutput();
      read.assertStaysPending();
      ends.peer.shutdownOutput();
      assertEquals(-1, read.get());
      assertArrayEquals(new byte[0], ends.peer.receive(1));
    }
  }
}
