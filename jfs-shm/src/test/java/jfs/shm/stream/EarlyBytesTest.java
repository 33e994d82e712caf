package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EarlyBytesTest {

  private int refusals;
  private Runnable onRefusal = () -> {};

  private final EarlyBytes early =
      new EarlyBytes(
          size -> {
            if (refusals-- > 0) {
              onRefusal.run();
              throw new OutOfMemoryError("of a program that fills the heap");
            }
            return new byte[size];
          });

  private byte[] take(int most) {
    byte[] taken = new byte[most];
    return Arrays.copyOf(taken, early.take(taken, 0, most));
  }

  @Test
  void bytesComeInTheirOrder() {
    early.keep(new byte[] {9, 1, 2, 3, 9}, 1, 3);
    assertEquals(3, early.count());
    assertArrayEquals(new byte[] {1}, take(1));
    early.keep(new byte[] {4, 5}, 0, 2);
    assertArrayEquals(new byte[] {2, 3, 4, 5}, take(10));
    assertEquals(0, early.count());
    assertArrayEquals(new byte[0], take(10));
  }

  @Test
  void theReaderWaitsUntilThereIsMemory() {
    early.keep(new byte[] {1}, 0, 1);
    refusals = 3;
    assertTrue(early.keep(new byte[] {2}, 0, 1));
    assertArrayEquals(new byte[] {1, 2}, take(10));
  }

  @Test
  void theReaderIsInterruptedAfterwardsAsBefore() {
    refusals = 2;
    Thread.currentThread().interrupt();
    assertTrue(early.keep(new byte[] {1}, 0, 1));
    assertTrue(Thread.interrupted());
  }

  @Test
  void theReaderOfAClosedEndDoesNotWait() {
    refusals = Integer.MAX_VALUE;
    onRefusal = early::close;
    assertFalse(early.keep(new byte[] {1}, 0, 1));
  }
}
