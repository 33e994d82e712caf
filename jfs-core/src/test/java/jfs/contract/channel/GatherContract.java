package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Writes of several buffers. */
class GatherContract extends ChannelContract {

  /** More than writev(2) takes. */
  private static final int MANY = 1500;

  /** Writes the buffers once: all must go, and arrive in order. */
  private void assertSends(byte[] expected, ByteBuffer... from) throws Exception {
    try (ChannelEnds ends = connect()) {
      assertEquals(expected.length, ends.channel.write(from));
      for (ByteBuffer buffer : from) {
        assertEquals(0, buffer.remaining());
      }
      ends.channel.shutdownOutput();
      assertArrayEquals(expected, ends.peer.receive(expected.length + 1));
    }
  }

  @Test
  void buffersAreSentInOrder() throws Exception {
    assertSends(
        new byte[] {1, 2, 3, 4},
        Buffers.heap((byte) 1),
        Buffers.direct((byte) 2, (byte) 3),
        Buffers.heap((byte) 4));
  }

  @Test
  void emptyBuffersArePassedOver() throws Exception {
    assertSends(
        new byte[] {1, 2},
        ByteBuffer.allocate(0),
        Buffers.heap((byte) 1),
        ByteBuffer.allocateDirect(0),
        ByteBuffer.allocate(3).position(3),
        Buffers.direct((byte) 2),
        ByteBuffer.allocate(0));
  }

  @Test
  void positionsSlicesAndReadOnlyBuffersAreHonoured() throws Exception {
    byte[] bytes = {1, 2, 3, 4, 5};
    assertSends(
        new byte[] {2, 3, 4, 5, 1, 2},
        Buffers.heap(bytes).position(1).limit(3),
        Buffers.direct(bytes).slice(3, 2),
        Buffers.heap(bytes).asReadOnlyBuffer().limit(2));
  }

  /** As a line's end is, which a program has once. */
  @Test
  void aBufferThatIsThereTwiceIsSentTwice() throws Exception {
    ByteBuffer end = Buffers.direct((byte) 13, (byte) 10);
    assertSends(new byte[] {13, 10, 1, 13, 10}, end, Buffers.heap((byte) 1), end);
    byte[] much = Bytes.pattern(20_000);
    ByteBuffer twice = Buffers.heap(much);
    byte[] both = Arrays.copyOf(much, 2 * much.length);
    System.arraycopy(much, 0, both, much.length, much.length);
    assertSends(both, twice, twice);
    ByteBuffer[] from = {
      Buffers.heap((byte) 1), Buffers.heap((byte) 2), null, Buffers.heap((byte) 3)
    };
    from[2] = from[1];
    try (ChannelEnds ends = connect()) {
      assertEquals(2, ends.channel.write(from, 1, 2));
      assertEquals(1, from[0].remaining());
      assertEquals(0, from[1].remaining());
      assertEquals(1, from[3].remaining());
    }
  }

  @Test
  void nothingToSend() throws Exception {
    assertSends(new byte[0]);
    assertSends(new byte[0], ByteBuffer.allocate(0), ByteBuffer.allocateDirect(0));
  }

  @Test
  void offsetAndLengthChooseTheBuffers() throws Exception {
    ByteBuffer[] from = {
      Buffers.heap((byte) 1), Buffers.heap((byte) 2), Buffers.heap((byte) 3), Buffers.heap((byte) 4)
    };
    try (ChannelEnds ends = connect()) {
      assertEquals(2, ends.channel.write(from, 1, 2));
      assertEquals(0, ends.channel.write(from, 4, 0));
      ends.channel.shutdownOutput();
      assertArrayEquals(new byte[] {2, 3}, ends.peer.receive(9));
      assertEquals(1, from[0].remaining());
      assertEquals(1, from[3].remaining());
    }
  }

  @Test
  void rangesOutsideTheArrayAreRefused() throws Exception {
    try (ChannelEnds ends = connect()) {
      ByteBuffer[] from = {Buffers.heap((byte) 1), Buffers.heap((byte) 2)};
      int[][] ranges = {{-1, 1}, {0, 3}, {1, 2}, {3, 0}, {0, -1}, {1, Integer.MAX_VALUE}};
      for (int[] range : ranges) {
        assertThrows(
            IndexOutOfBoundsException.class, () -> ends.channel.write(from, range[0], range[1]));
      }
      ends.channel.shutdownOutput();
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void nullsAreRefusedAndNothingIsSent() throws Exception {
    try (ChannelEnds ends = connect()) {
      ByteBuffer[] from = {Buffers.heap((byte) 1), null};
      assertThrows(NullPointerException.class, () -> ends.channel.write((ByteBuffer[]) null));
      assertThrows(NullPointerException.class, () -> ends.channel.write(from));
      assertEquals(1, from[0].remaining());
      ends.channel.shutdownOutput();
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void moreBuffersThanTheKernelTakes() throws Exception {
    byte[] sent = Bytes.pattern(MANY);
    ByteBuffer[] from = new ByteBuffer[MANY];
    Arrays.setAll(from, i -> Buffers.heap(sent[i]));
    try (ChannelEnds ends = connect()) {
      int total = 0;
      while (total < MANY) {
        long n = ends.channel.write(from, total, MANY - total);
        assertTrue(n > 0, () -> "wrote " + n);
        total += (int) n;
      }
      assertArrayEquals(sent, ends.peer.receive(MANY));
    }
  }

  @Test
  void moreEmptyBuffersThanTheKernelTakesHideNothing() throws Exception {
    ByteBuffer[] from = new ByteBuffer[MANY + 1];
    Arrays.fill(from, ByteBuffer.allocate(0));
    from[MANY] = Buffers.heap((byte) 9);
    try (ChannelEnds ends = connect()) {
      assertEquals(1, ends.channel.write(from));
      assertArrayEquals(new byte[] {9}, ends.peer.receive(1));
    }
  }

  @Test
  void blockingWriteOfHugeBuffersSendsAllOfThem() throws Exception {
    byte[] half = Bytes.pattern(Bytes.MORE_THAN_ROOM / 2);
    ByteBuffer[] from = {ByteBuffer.wrap(half), Buffers.direct(half)};
    try (ChannelEnds ends = connect()) {
      Background<Long> writer =
          Background.of(() -> ends.channel.write(from)).awaitBlockedIn("write");
      assertArrayEquals(half, ends.peer.receive(half.length));
      assertArrayEquals(half, ends.peer.receive(half.length));
      assertEquals(2L * half.length, writer.get());
      assertEquals(0, from[0].remaining() + from[1].remaining());
    }
  }

  @Test
  void nonBlockingWriteTakesAPartAndMovesThePositionsBySoMuch() throws Exception {
    byte[] piece = Bytes.pattern(100_001);
    ByteBuffer[] from = new ByteBuffer[Bytes.MORE_THAN_ROOM / piece.length + 1];
    Arrays.setAll(from, i -> i % 2 == 0 ? ByteBuffer.wrap(piece) : Buffers.direct(piece));
    long all = (long) from.length * piece.length;
    try (ChannelEnds ends = connect().nonBlocking()) {
      long total = 0;
      for (long n = ends.channel.write(from); n > 0; n = ends.channel.write(from)) {
        total += n;
        assertEquals(all - total, Arrays.stream(from).mapToLong(ByteBuffer::remaining).sum());
        assertOnlyOneIsInPart(from);
      }
      assertTrue(total > 0 && total < all, "took " + total);
      long left = total;
      while (left > 0) {
        int next = (int) Math.min(left, piece.length);
        assertArrayEquals(Arrays.copyOf(piece, next), ends.peer.receive(next));
        left -= next;
      }
    }
  }

  private static void assertOnlyOneIsInPart(ByteBuffer... buffers) {
    boolean isAfter = false;
    for (ByteBuffer buffer : buffers) {
      if (isAfter) {
        assertEquals(0, buffer.position());
      }
      isAfter |= buffer.hasRemaining();
    }
  }
}
