package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SendQueueTest {

  private final SendQueue queue = new SendQueue();

  private static byte[] bytes(int length, Random random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void bytesComeOutInOrder() throws Exception {
    Random random = new Random(7);
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int round = 0; round < 10_000; round++) {
      byte[] frame = bytes(1 + random.nextInt(200), random);
      in.writeBytes(frame);
      queue.add(ByteBuffer.wrap(frame));
      if (queue.size() > random.nextInt(100_000)) {
        take(out, random);
      }
    }
    while (queue.size() > 0) {
      take(out, random);
    }
    assertArrayEquals(in.toByteArray(), out.toByteArray());
  }

  private void take(ByteArrayOutputStream out, Random random) {
    ByteBuffer some = ByteBuffer.allocate(1 + random.nextInt(3_000));
    queue.peek(some, 1 + random.nextInt(3_000));
    // The socket may take less than was offered.
    int taken = random.nextInt(some.position() + 1);
    out.write(some.array(), 0, taken);
    queue.remove(taken);
  }

  /** A stopped peer takes nothing for any length of time. */
  @Test
  void itIsBounded() throws Exception {
    Random random = new Random(7);
    assertFalse(queue.isLong());
    while (!queue.isLong()) {
      queue.add(ByteBuffer.wrap(bytes(1_000, random)));
    }
    IOException e =
        assertThrows(
            IOException.class,
            () -> {
              while (true) {
                queue.add(ByteBuffer.wrap(bytes(1_000, random)));
              }
            });
    int size = queue.size();
    assertTrue(e.getMessage().contains(size + " bytes"), e.getMessage());
    assertTrue(size < 5 << 20, size + " bytes");
    queue.remove(size);
    assertEquals(0, queue.size());
    assertFalse(queue.isLong());
  }
}
