package jfs.contract.channel;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Which buffers a read takes, and what it does to them. */
class ReadBufferContract extends ChannelContract {

  /** Sends three bytes to a channel, which reads once into the buffer when all are there. */
  private void readThree(ByteBuffer into, int expected) throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send((byte) 1, (byte) 2, (byte) 3);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 3);
      int start = into.position();
      int limit = into.limit();
      assertEquals(expected, ends.channel.read(into));
      assertEquals(start + expected, into.position());
      assertEquals(limit, into.limit());
      byte[] rest = Buffers.read(ends.channel, 3 - expected);
      assertEquals(3 - expected, rest.length);
    }
  }

  @Test
  void heapBufferIsFilledInPart() throws Exception {
    ByteBuffer into = ByteBuffer.allocate(10);
    readThree(into, 3);
    assertArrayEquals(new byte[] {1, 2, 3}, Buffers.filled(into));
  }

  @Test
  void directBufferIsFilledInPart() throws Exception {
    ByteBuffer into = ByteBuffer.allocateDirect(10);
    readThree(into, 3);
    assertArrayEquals(new byte[] {1, 2, 3}, Buffers.filled(into));
  }

  @Test
  void heapBufferTakesNoMoreThanItHasRoomFor() throws Exception {
    ByteBuffer into = ByteBuffer.allocate(2);
    readThree(into, 2);
    assertArrayEquals(new byte[] {1, 2}, Buffers.filled(into));
  }

  @Test
  void directBufferTakesNoMoreThanItHasRoomFor() throws Exception {
    ByteBuffer into = ByteBuffer.allocateDirect(2);
    readThree(into, 2);
    assertArrayEquals(new byte[] {1, 2}, Buffers.filled(into));
  }

  @Test
  void heapBufferIsFilledBetweenPositionAndLimit() throws Exception {
    ByteBuffer into = ByteBuffer.allocate(6).position(1).limit(3);
    readThree(into, 2);
    assertArrayEquals(new byte[] {0, 1, 2, 0, 0, 0}, Buffers.remaining(into.clear()));
  }

  @Test
  void directBufferIsFilledBetweenPositionAndLimit() throws Exception {
    ByteBuffer into = ByteBuffer.allocateDirect(6).position(1).limit(3);
    readThree(into, 2);
    assertArrayEquals(new byte[] {0, 1, 2, 0, 0, 0}, Buffers.remaining(into.clear()));
  }

  @Test
  void sliceOfAHeapBuffer() throws Exception {
    ByteBuffer whole = ByteBuffer.allocate(6);
    readThree(whole.slice(2, 3), 3);
    assertArrayEquals(new byte[] {0, 0, 1, 2, 3, 0}, Buffers.remaining(whole));
  }

  @Test
  void sliceOfADirectBuffer() throws Exception {
    ByteBuffer whole = ByteBuffer.allocateDirect(6);
    readThree(whole.slice(2, 3), 3);
    assertArrayEquals(new byte[] {0, 0, 1, 2, 3, 0}, Buffers.remaining(whole));
  }

  @Test
  void wrappedPartOfAnArray() throws Exception {
    byte[] array = new byte[6];
    readThree(ByteBuffer.wrap(array, 3, 2).slice(), 2);
    assertArrayEquals(new byte[] {0, 0, 0, 1, 2, 0}, array);
  }

  @Test
  void emptyBufferTakesNothingThoughBytesAreThere() throws Exception {
    readThree(ByteBuffer.allocate(0), 0);
    readThree(ByteBuffer.allocateDirect(0), 0);
    readThree(ByteBuffer.allocate(5).position(5), 0);
  }

  @Test
  void emptyBufferDoesNotBlock() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertEquals(0, Background.of(() -> ends.channel.read(ByteBuffer.allocate(0))).get());
    }
  }

  @Test
  void emptyBufferDoesNotSeeTheEndOfFile() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.shutdownOutput();
      assertEquals(-1, ends.channel.read(ByteBuffer.allocate(1)));
      assertEquals(0, ends.channel.read(ByteBuffer.allocate(0)));
      assertEquals(0, ends.channel.read(ByteBuffer.allocateDirect(0)));
    }
  }

  @Test
  void readOnlyBufferIsRefusedAndNoByteIsLost() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send((byte) 7);
      ByteBuffer heap = ByteBuffer.allocate(1).asReadOnlyBuffer();
      ByteBuffer direct = ByteBuffer.allocateDirect(1).asReadOnlyBuffer();
      assertFails(
          IllegalArgumentException.class, "Read-only buffer", () -> ends.channel.read(heap));
      assertFails(
          IllegalArgumentException.class, "Read-only buffer", () -> ends.channel.read(direct));
      assertEquals(7, Buffers.read(ends.channel, 1)[0]);
    }
  }

  @Test
  void nullIsRefused() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertThrows(NullPointerException.class, () -> ends.channel.read((ByteBuffer) null));
    }
  }

  @Test
  void bufferIsNotTouchedAtTheEndOfFile() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.shutdownOutput();
      ByteBuffer into = ByteBuffer.allocate(5).position(2).limit(4);
      assertEquals(-1, ends.channel.read(into));
      assertEquals(ByteBuffer.allocate(5).position(2).limit(4), into);
      assertEquals(2, into.position());
    }
  }

  @Test
  void bytesBeyondWhatWasReadAreLeftAlone() throws Exception {
    ByteBuffer into = Buffers.heap((byte) 9, (byte) 9, (byte) 9, (byte) 9, (byte) 9);
    readThree(into, 3);
    assertArrayEquals(new byte[] {1, 2, 3, 9, 9}, Buffers.remaining(into.clear()));
  }

  @Test
  void aStreamIsReadInPiecesOfAnySize() throws Exception {
    byte[] sent = Bytes.pattern(300_000);
    try (ChannelEnds ends = connect()) {
      Background<Void> sender = Background.running(() -> ends.peer.send(sent));
      ByteBuffer all = ByteBuffer.allocate(sent.length);
      for (int piece = 1; all.hasRemaining(); piece = piece * 3 % 70_001 + 1) {
        ByteBuffer into =
            piece % 2 == 0 ? ByteBuffer.allocate(piece) : ByteBuffer.allocateDirect(piece);
        into.limit(Math.min(piece, all.remaining()));
        ends.channel.read(into);
        all.put(into.flip());
      }
      sender.get();
      assertArrayEquals(sent, all.array());
    }
  }
}
