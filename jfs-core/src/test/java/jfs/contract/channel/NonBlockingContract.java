package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Reads and writes that do not wait, without a selector. */
class NonBlockingContract extends ChannelContract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  @Test
  void readOfNothingReturnsZero() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ByteBuffer into = ByteBuffer.allocate(5);
      for (int i = 0; i < 3; i++) {
        assertEquals(0, ends.channel.read(into));
        assertEquals(0, into.position());
      }
    }
  }

  @Test
  void readReturnsWhatIsThereAndThenZero() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.peer.send((byte) 1, (byte) 2);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 2);
      ByteBuffer into = ByteBuffer.allocate(5);
      assertEquals(2, ends.channel.read(into));
      assertEquals(0, ends.channel.read(into));
      assertArrayEquals(new byte[] {1, 2}, Buffers.filled(into));
    }
  }

  @Test
  void readOfTheEndOfFileReturnsMinusOneAgainAndAgain() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.peer.send((byte) 1);
      ends.peer.shutdownOutput();
      assertArrayEquals(new byte[] {1}, Buffers.read(ends.channel, 2));
      for (int i = 0; i < 3; i++) {
        assertEquals(-1, ends.channel.read(ByteBuffer.allocate(5)));
      }
    }
  }

  @Test
  void smallWriteIsTakenWhole() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      assertEquals(2, ends.channel.write(Buffers.heap((byte) 1, (byte) 2)));
      assertArrayEquals(new byte[] {1, 2}, ends.peer.receive(2));
    }
  }

  @Test
  void heapBufferIsTakenInPartWhenThereIsLittleRoom() throws Exception {
    assertTakenInPart(ByteBuffer.wrap(HUGE));
  }

  @Test
  void directBufferIsTakenInPartWhenThereIsLittleRoom() throws Exception {
    assertTakenInPart(Buffers.direct(HUGE));
  }

  private void assertTakenInPart(ByteBuffer huge) throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      int total = 0;
      for (int n = ends.channel.write(huge); n > 0; n = ends.channel.write(huge)) {
        total += n;
        assertEquals(total, huge.position());
        assertEquals(HUGE.length, huge.limit());
      }
      assertTrue(total > 0 && total < HUGE.length, "took " + total);
      assertEquals(total, huge.position());
      assertArrayEquals(Arrays.copyOf(HUGE, total), ends.peer.receive(total));
    }
  }

  @Test
  void allArrivesInOrderAfterRoomWasShort() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ByteBuffer huge = ByteBuffer.wrap(HUGE);
      while (ends.channel.write(huge) > 0) {}
      Background<byte[]> receiver = Background.of(() -> ends.peer.receive(HUGE.length));
      Buffers.writeFully(ends.channel, huge);
      assertArrayEquals(HUGE, receiver.get());
    }
  }

  @Test
  void tinyWritesFillUpTheRoomToo() throws Exception {
    // Bytes one by one would take the JDK's sockets a second until they are full.
    byte[] tiny = Bytes.pattern(501);
    try (ChannelEnds ends = connect().nonBlocking()) {
      long total = 0;
      int n = ends.channel.write(ByteBuffer.wrap(tiny));
      while (n == tiny.length) {
        total += n;
        n = ends.channel.write(ByteBuffer.wrap(tiny));
      }
      total += n;
      for (long left = total; left > 0; left -= tiny.length) {
        int next = (int) Math.min(left, tiny.length);
        assertArrayEquals(Arrays.copyOf(tiny, next), ends.peer.receive(next));
      }
    }
  }

  /** A program may count on what TCP takes by default, also in a loop without a selector. */
  @Test
  @SuppressWarnings("ThreadPriorityCheck") // the JDK's own loop of this kind has no other way
  void muchIsTakenThoughNobodyReads() throws Exception {
    byte[] much = Bytes.pattern(1_000_000);
    try (ChannelEnds ends = connect().nonBlocking()) {
      ByteBuffer from = ByteBuffer.wrap(much);
      while (from.hasRemaining()) {
        ends.channel.write(from);
        Thread.yield();
      }
      assertArrayEquals(much, ends.peer.receive(much.length));
    }
  }

  @Test
  void writingAndReadingAreIndependent() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ByteBuffer huge = ByteBuffer.wrap(HUGE);
      while (ends.channel.write(huge) > 0) {}
      ends.peer.send((byte) 5);
      assertArrayEquals(new byte[] {5}, Buffers.read(ends.channel, 1));
      assertEquals(0, ends.channel.read(ByteBuffer.allocate(1)));
    }
  }
}
