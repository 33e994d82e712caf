package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReceiveBufferTest {

  private final ReceiveBuffer buffer = new ReceiveBuffer();

  private static byte[] frame(int length, Random random) {
    byte[] bytes = new byte[Frame.HEADER + length];
    random.nextBytes(bytes);
    ByteBuffer.wrap(bytes).putInt(0, length);
    return bytes;
  }

  @Test
  void framesComeWholeHoweverTheBytesCome() throws Exception {
    Random random = new Random(7);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<byte[]> frames = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      byte[] frame = frame(random.nextInt(i % 20 == 0 ? 40_000 : 300), random);
      frames.add(frame);
      all.write(frame);
    }
    ByteBuffer bytes = ByteBuffer.wrap(all.toByteArray());
    int next = 0;
    while (bytes.hasRemaining()) {
      int some = Math.min(Math.min(bytes.remaining(), buffer.room()), 1 + random.nextInt(9_000));
      buffer.add(bytes.slice(bytes.position(), some));
      bytes.position(bytes.position() + some);
      for (ByteBuffer frame = buffer.first(); frame != null; frame = buffer.first()) {
        // It stays the same until it counts as handled.
        assertEquals(frame, buffer.first());
        byte[] came = new byte[frame.remaining()];
        frame.duplicate().get(came);
        assertArrayEquals(frames.get(next++), came);
        buffer.remove(frame);
      }
    }
    assertEquals(frames.size(), next);
  }

  @Test
  void lengthsThatNoFrameHasAreRefused() throws Exception {
    for (int length : new int[] {-1, Integer.MIN_VALUE, Frame.MOST_BYTES + 1}) {
      ReceiveBuffer fresh = new ReceiveBuffer();
      fresh.add(ByteBuffer.allocate(Frame.HEADER).putInt(0, length));
      assertThrows(IOException.class, fresh::first);
    }
  }

  @Test
  void itGrowsByWhatHasComeAndNotByWhatIsSaidToCome() throws Exception {
    buffer.add(ByteBuffer.allocate(Frame.HEADER).putInt(0, Frame.MOST_BYTES));
    assertNull(buffer.first());
    assertTrue(buffer.room() < 10_000);
  }
}
