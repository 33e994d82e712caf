package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class EnduranceTest {

  private int runs;

  private Exception run(Error error, int times) {
    return Endurance.run(
        () -> {
          if (runs++ < times) {
            throw error;
          }
        });
  }

  @Test
  void aStepIsRunUntilThereIsMemory() {
    assertNull(run(new OutOfMemoryError("of this test's"), 2));
    assertEquals(3, runs);
  }

  /** A call that was never linked before may fail so. */
  @Test
  void norIsTheThreadToEndWhereTheJdkHasWrappedTheError() {
    assertNull(run(new InternalError(new OutOfMemoryError("of this test's")), 2));
    assertEquals(3, runs);
  }

  @Test
  void anErrorOfAnotherKindIsNotTriedAgain() {
    assertNull(run(new NoClassDefFoundError("of this test's"), 2));
    assertEquals(1, runs);
  }

  /** A touch of memory that one peer has cut off: the other connections need the thread. */
  @Test
  void aFaultInMemoryDoesNotEndTheThread() {
    assertNull(run(new InternalError("of this test's"), 2));
    assertEquals(1, runs);
  }

  @Test
  void aFailureOfTheSocketsIsTold() {
    IOException failure = new IOException("of this test's");
    assertSame(
        failure,
        Endurance.run(
            () -> {
              throw failure;
            }));
  }
}
