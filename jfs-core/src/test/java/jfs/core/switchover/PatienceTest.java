package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class PatienceTest {

  private final Patience patience = new Patience();

  /** After how many operations it asked, of so many. */
  private static List<Integer> asked(int count, BooleanSupplier operation) {
    List<Integer> asked = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      if (operation.getAsBoolean()) {
        asked.add(i);
      }
    }
    return asked;
  }

  @Test
  void aRequestAndItsAnswerAreNotWorthIt() {
    assertFalse(patience.wrote(1000));
    assertFalse(patience.read(1000));
  }

  @Test
  void muchAtOnceIs() {
    assertTrue(patience.wrote(64 * 1024));
  }

  @Test
  void writersAskEverMoreSeldom() {
    assertEquals(List.of(2, 16, 128, 1024), asked(8000, () -> patience.wrote(1)));
  }

  @Test
  void readersAskEverMoreSeldom() {
    assertEquals(List.of(4, 32, 256, 2048), asked(16_000, () -> patience.read(100_000)));
  }

  @Test
  void whoHasReadTwiceMayBeLookedFor() {
    assertEquals(
        List.of(2),
        asked(
            100,
            () -> {
              patience.read(1);
              return patience.isEntering();
            }));
  }

  @Test
  void bytesThatOverflowAnIntCount() {
    assertTrue(patience.wrote(Integer.MAX_VALUE));
    assertEquals(List.of(7), asked(7, () -> patience.wrote(Integer.MAX_VALUE)));
  }

  @Test
  void endsSecondsAfterItBegan() {
    long start = Long.MAX_VALUE - 1000; // as System.nanoTime may be: it overflows meanwhile
    assertFalse(patience.isOver(start));
    assertFalse(patience.isOver(start + TimeUnit.SECONDS.toNanos(15)));
    assertTrue(patience.isOver(start + TimeUnit.SECONDS.toNanos(15) + 1));
  }
}
