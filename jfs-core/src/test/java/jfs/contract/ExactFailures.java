package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import org.junit.jupiter.api.function.Executable;

/** ExactFailures with messages that programs may rely on, because no JVM has had others. */
public final class ExactFailures {

  private ExactFailures() {}

  /** Asserts that an operation throws exactly this. */
  public static void assertFails(
      Class<? extends Throwable> type, String message, Executable operation) {
    assertEquals(message, assertThrowsExactly(type, operation).getMessage());
  }
}
