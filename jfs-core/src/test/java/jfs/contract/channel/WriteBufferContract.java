package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Which buffers a write takes, and what it does to them. */
class WriteBufferContract extends ChannelContract {

  /** Writes the buffer once: all of it must go, and arrive. */
  private void assertSends(ByteBuffer from, byte... expected) throws Exception {
    try (ChannelEnds ends = connect()) {
      int limit = from.limit();
      assertEquals(expected.length, ends.channel.write(from));
      assertEquals(limit, from.position());
      assertEquals(limit, from.limit());
      ends.channel.shutdownOutput();
      assertArrayEquals(expected, ends.peer.receive(expected.length + 1));
    }
  }

  @Test
  void heapBuffer() throws Exception {
    assertSends(Buffers.heap((byte) 1, (byte) 2), (byte) 1, (byte) 2);
  }

  @Test
  void directBuffer() throws Exception {
    assertSends(Buffers.direct((byte) 1, (byte) 2), (byte) 1, (byte) 2);
  }

  @Test
  void onlyWhatLiesBetweenPositionAndLimitIsSent() throws Exception {
    byte[] bytes = {1, 2, 3, 4, 5};
    assertSends(Buffers.heap(bytes).position(1).limit(3), (byte) 2, (byte) 3);
    assertSends(Buffers.direct(bytes).position(1).limit(3), (byte) 2, (byte) 3);
  }

  @Test
  void sliceOfABuffer() throws Exception {
    byte[] bytes = {1, 2, 3, 4, 5};
    assertSends(Buffers.heap(bytes).slice(3, 2), (byte) 4, (byte) 5);
    assertSends(Buffers.direct(bytes).slice(3, 2), (byte) 4, (byte) 5);
  }

  @Test
  void sliceOfASliceAtAnOffset() throws Exception {
    byte[] bytes = {1, 2, 3, 4, 5};
    assertSends(Buffers.heap(bytes).slice(1, 4).position(1).slice().limit(2), (byte) 3, (byte) 4);
    assertSends(Buffers.direct(bytes).slice(1, 4).position(1).slice().limit(2), (byte) 3, (byte) 4);
  }

  @Test
  void readOnlyBuffer() throws Exception {
    assertSends(Buffers.heap((byte) 1, (byte) 2).asReadOnlyBuffer(), (byte) 1, (byte) 2);
    assertSends(Buffers.direct((byte) 1, (byte) 2).asReadOnlyBuffer(), (byte) 1, (byte) 2);
  }

  @Test
  void emptyBufferSendsNothing() throws Exception {
    assertSends(ByteBuffer.allocate(0));
    assertSends(ByteBuffer.allocateDirect(0));
    assertSends(ByteBuffer.allocate(5).position(5));
  }

  @Test
  void nullIsRefused() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertThrows(NullPointerException.class, () -> ends.channel.write((ByteBuffer) null));
    }
  }

  @Test
  void contentsAreNotChanged() throws Exception {
    byte[] bytes = Bytes.pattern(5000);
    ByteBuffer heap = ByteBuffer.wrap(bytes);
    try (ChannelEnds ends = connect()) {
      Buffers.writeFully(ends.channel, heap);
      ends.peer.receive(bytes.length);
      assertArrayEquals(Bytes.pattern(5000), bytes);
    }
  }

  @Test
  void heapBufferIsTheCallersAgainAfterTheWrite() throws Exception {
    byte[] bytes = Bytes.pattern(10_000);
    try (ChannelEnds ends = connect()) {
      assertEquals(bytes.length, ends.channel.write(ByteBuffer.wrap(bytes)));
      Arrays.fill(bytes, (byte) 0);
      assertArrayEquals(Bytes.pattern(10_000), ends.peer.receive(10_000));
    }
  }

  @Test
  void directBufferIsTheCallersAgainAfterTheWrite() throws Exception {
    ByteBuffer buffer = Buffers.direct(Bytes.pattern(10_000));
    try (ChannelEnds ends = connect()) {
      assertEquals(10_000, ends.channel.write(buffer));
      buffer.clear().put(new byte[10_000]);
      assertArrayEquals(Bytes.pattern(10_000), ends.peer.receive(10_000));
    }
  }

  @Test
  void blockingWriteOfAHeapBufferSendsAllOfIt() throws Exception {
    assertSendsHuge(ByteBuffer.wrap(Bytes.pattern(Bytes.MORE_THAN_ROOM)));
  }

  @Test
  void blockingWriteOfADirectBufferSendsAllOfIt() throws Exception {
    assertSendsHuge(Buffers.direct(Bytes.pattern(Bytes.MORE_THAN_ROOM)));
  }

  /** Not promised by the interface, but what the JDK does, and what many programs count on. */
  private void assertSendsHuge(ByteBuffer huge) throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> writer =
          Background.of(() -> ends.channel.write(huge)).awaitBlockedIn("write");
      byte[] received = ends.peer.receive(Bytes.MORE_THAN_ROOM);
      assertEquals(Bytes.MORE_THAN_ROOM, writer.get());
      assertEquals(0, huge.remaining());
      assertArrayEquals(Bytes.pattern(Bytes.MORE_THAN_ROOM), received);
    }
  }
}
