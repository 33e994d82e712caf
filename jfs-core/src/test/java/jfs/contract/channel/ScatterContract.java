package jfs.contract.channel;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads into several buffers. */
class ScatterContract extends ChannelContract {

  /** More than readv(2) takes. */
  private static final int MANY = 1500;

  /** A connection with five bytes that wait to be read. */
  private ChannelEnds connectWithFive() throws Exception {
    ChannelEnds ends = connect();
    ends.peer.send((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5);
    Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 5);
    return ends;
  }

  private static ByteBuffer[] sized(int... sizes) {
    ByteBuffer[] buffers = new ByteBuffer[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      buffers[i] = i % 2 == 0 ? ByteBuffer.allocate(sizes[i]) : ByteBuffer.allocateDirect(sizes[i]);
    }
    return buffers;
  }

  private static String positions(ByteBuffer... buffers) {
    return Arrays.toString(Arrays.stream(buffers).mapToInt(ByteBuffer::position).toArray());
  }

  @Test
  void buffersAreFilledInOrder() throws Exception {
    ByteBuffer[] into = sized(2, 2, 2);
    try (ChannelEnds ends = connectWithFive()) {
      assertEquals(5, ends.channel.read(into));
    }
    assertEquals("[2, 2, 1]", positions(into));
    assertArrayEquals(new byte[] {1, 2}, Buffers.filled(into[0]));
    assertArrayEquals(new byte[] {3, 4}, Buffers.filled(into[1]));
    assertArrayEquals(new byte[] {5}, Buffers.filled(into[2]));
  }

  @Test
  void emptyBuffersArePassedOver() throws Exception {
    ByteBuffer[] into = sized(0, 1, 0, 0, 9, 0);
    try (ChannelEnds ends = connectWithFive()) {
      assertEquals(5, ends.channel.read(into));
    }
    assertEquals("[0, 1, 0, 0, 4, 0]", positions(into));
    assertArrayEquals(new byte[] {2, 3, 4, 5}, Buffers.filled(into[4]));
  }

  @Test
  void buffersBehindTheBytesAreNotTouched() throws Exception {
    ByteBuffer[] into = sized(5, 3, 3);
    try (ChannelEnds ends = connectWithFive()) {
      assertEquals(5, ends.channel.read(into));
    }
    assertEquals("[5, 0, 0]", positions(into));
  }

  @Test
  void bytesThatFindNoRoomStay() throws Exception {
    ByteBuffer[] into = sized(1, 2);
    try (ChannelEnds ends = connectWithFive()) {
      assertEquals(3, ends.channel.read(into));
      assertArrayEquals(new byte[] {4, 5}, Buffers.read(ends.channel, 2));
    }
  }

  @Test
  void offsetAndLengthChooseTheBuffers() throws Exception {
    ByteBuffer[] into = sized(1, 1, 1, 1);
    try (ChannelEnds ends = connectWithFive()) {
      assertEquals(2, ends.channel.read(into, 1, 2));
      assertEquals("[0, 1, 1, 0]", positions(into));
      assertArrayEquals(new byte[] {3, 4, 5}, Buffers.read(ends.channel, 3));
    }
  }

  @Test
  void positionsAndSlicesAreHonoured() throws Exception {
    ByteBuffer whole = ByteBuffer.allocateDirect(8);
    ByteBuffer[] into = {
      whole.slice(1, 2), ByteBuffer.allocate(4).position(2).limit(3), whole.slice(5, 3)
    };
    try (ChannelEnds ends = connectWithFive()) {
      assertEquals(5, ends.channel.read(into));
    }
    assertEquals("[2, 3, 2]", positions(into));
    assertArrayEquals(new byte[] {0, 1, 2, 0, 0, 4, 5, 0}, Buffers.remaining(whole));
    assertEquals(3, into[1].get(2));
  }

  @Test
  void noRoomAtAllReadsNothing() throws Exception {
    try (ChannelEnds ends = connectWithFive()) {
      assertEquals(0, ends.channel.read(sized()));
      assertEquals(0, ends.channel.read(sized(0, 0)));
      assertEquals(0, ends.channel.read(sized(4, 4), 1, 0));
      assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, Buffers.read(ends.channel, 5));
    }
  }

  @Test
  void noRoomAtAllDoesNotBlock() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertEquals(0, Background.of(() -> ends.channel.read(sized(0, 0))).get());
    }
  }

  @Test
  void endOfFile() throws Exception {
    try (ChannelEnds ends = connectWithFive()) {
      ends.peer.shutdownOutput();
      ByteBuffer[] into = sized(3, 3);
      assertEquals(5, ends.channel.read(into));
      assertEquals(-1, ends.channel.read(into));
      assertEquals(-1, ends.channel.read(into));
      assertEquals("[3, 2]", positions(into));
    }
  }

  @Test
  void rangesOutsideTheArrayAreRefused() throws Exception {
    try (ChannelEnds ends = connectWithFive()) {
      int[][] ranges = {{-1, 1}, {0, 3}, {1, 2}, {3, 0}, {0, -1}, {1, Integer.MAX_VALUE}};
      for (int[] range : ranges) {
        assertThrows(
            IndexOutOfBoundsException.class,
            () -> ends.channel.read(sized(1, 1), range[0], range[1]));
      }
      assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, Buffers.read(ends.channel, 5));
    }
  }

  @Test
  void nullsAreRefusedAndNoByteIsLost() throws Exception {
    try (ChannelEnds ends = connectWithFive()) {
      ByteBuffer[] into = {ByteBuffer.allocate(1), null};
      assertThrows(NullPointerException.class, () -> ends.channel.read((ByteBuffer[]) null));
      assertThrows(NullPointerException.class, () -> ends.channel.read(into));
      assertEquals(0, into[0].position());
      assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, Buffers.read(ends.channel, 5));
    }
  }

  @Test
  void readOnlyBufferIsRefusedAndNoByteIsLost() throws Exception {
    try (ChannelEnds ends = connectWithFive()) {
      ByteBuffer[] into = {ByteBuffer.allocate(1), ByteBuffer.allocate(1).asReadOnlyBuffer()};
      assertFails(
          IllegalArgumentException.class, "Read-only buffer", () -> ends.channel.read(into));
      assertEquals(0, into[0].position());
      assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, Buffers.read(ends.channel, 5));
    }
  }

  /** With more bytes than one has room for, the JDK fails or not: it says what must not be. */
  @ParameterizedTest
  @ValueSource(ints = {2, 40})
  void aBufferThatIsThereAgainHasRoomOnce(int times) throws Exception {
    ByteBuffer[] into = new ByteBuffer[times + 1];
    Arrays.fill(into, ByteBuffer.allocate(3));
    into[times] = ByteBuffer.allocate(9);
    try (ChannelEnds ends = connectWithFive()) {
      try {
        assertTrue(ends.channel.read(into, 0, times) >= 3);
      } catch (BufferOverflowException e) {
        // The JDK's own, which has taken five bytes.
      }
    }
    assertEquals(0, into[times].position());
    assertArrayEquals(new byte[] {1, 2, 3}, Buffers.filled(into[0]));
  }

  @Test
  void moreBuffersThanTheKernelTakes() throws Exception {
    byte[] sent = Bytes.pattern(MANY);
    ByteBuffer[] into = new ByteBuffer[MANY];
    Arrays.setAll(into, i -> ByteBuffer.allocate(1));
    try (ChannelEnds ends = connect()) {
      ends.peer.send(sent);
      int total = 0;
      while (total < MANY) {
        long n = ends.channel.read(into, total, MANY - total);
        assertTrue(n > 0, () -> "read " + n);
        total += (int) n;
      }
    }
    for (int i = 0; i < MANY; i++) {
      assertEquals(sent[i], into[i].get(0));
    }
  }

  @Test
  void blockedReadFillsTheBuffersWithWhatComes() throws Exception {
    ByteBuffer[] into = sized(1, 3);
    try (ChannelEnds ends = connect()) {
      Background<Long> reader = Background.of(() -> ends.channel.read(into)).awaitBlockedIn("read");
      ends.peer.send((byte) 1);
      assertEquals(1, reader.get());
      assertEquals("[1, 0]", positions(into));
    }
  }

  @Test
  void nonBlockingReadOfNothing() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ByteBuffer[] into = sized(1, 3);
      assertEquals(0, ends.channel.read(into));
      assertEquals("[0, 0]", positions(into));
    }
  }
}
