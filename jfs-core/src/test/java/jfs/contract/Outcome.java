package jfs.contract;

import java.util.concurrent.Callable;

/** What an operation did, in words that a test can compare. */
public record Outcome(String words) {

  /** Runs an operation; the outcome is what it returns, or what it throws with its message. */
  public static Outcome of(Callable<?> operation) {
    try {
      return new Outcome("returned " + operation.call());
    } catch (Exception | AssertionError e) {
      return new Outcome("threw " + e.getClass().getName() + ": " + e.getMessage());
    }
  }

  /** Runs an operation that returns nothing. */
  public static Outcome of(Action operation) {
    return of(
        () -> {
          operation.run();
          return null;
        });
  }

  /** An operation that returns nothing. */
  @FunctionalInterface
  public interface Action {
    /** Runs the operation. */
    void run() throws Exception;
  }

  @Override
  public String toString() {
    return words;
  }
}
