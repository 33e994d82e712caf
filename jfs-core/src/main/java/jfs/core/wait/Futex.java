package jfs.core.wait;

import java.nio.ByteBuffer;
import jfs.core.runtime.Services;

/**
 * Sleeps on a word of memory that another process may share; futex(2). Found by {@link Services};
 * there is none without the native library.
 */
public interface Futex {

  /**
   * Sleeps while the word has the expected value, or until woken, or for a time; may return early
   * for no reason. Blocks the carrier thread of a virtual thread.
   *
   * @param memory direct
   * @param at a multiple of 4
   * @param nanos 0 or less for ever
   */
  void await(ByteBuffer memory, int at, int expected, long nanos);

  /** Wakes every thread that sleeps on the word, in any process. */
  void wake(ByteBuffer memory, int at);

  /** Whether futexes work here; JFS asks once. */
  boolean isAvailable();

  /** The futex to use, or null. */
  static Futex installed() {
    return InstalledFutex.FUTEX;
  }
}
