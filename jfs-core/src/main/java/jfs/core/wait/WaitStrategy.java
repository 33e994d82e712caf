package jfs.core.wait;

import java.io.IOException;

/**
 * Spin, then block: whether and for how long a thread tries again before it goes to sleep. The
 * waiter itself decides how to sleep.
 *
 * <p>Not thread-safe: there is one strategy for each direction of a connection, used under that
 * direction's lock. So what it learns is about that direction, and needs no ordering of its own.
 */
public interface WaitStrategy {

  /**
   * Tries again for as long as that seems worth the processor's time.
   *
   * @param attempt does not block
   * @return the first answer of {@code attempt} that is not 0, or 0: it is time to block
   */
  int spin(Attempt attempt) throws IOException;

  /** One more try at what could not be done at once. */
  @FunctionalInterface
  interface Attempt {
    /** Returns 0 for "not yet"; never blocks. */
    int tryAgain() throws IOException;
  }
}
