package jfs.shm.stream;

/**
 * How long a sender that waits for room sleeps before it looks by itself. Makes no object, since
 * the program's heap may be full.
 */
final class Naps {

  static final long FIRST_NANOS = 50_000;

  /** The longest nap of a sender that is not woken: at first, and after a long wait. */
  private static final long LONGEST_NANOS = 10_000_000;

  private static final long LONGEST_AFTER_LONG_NANOS = 250_000_000;

  /**
   * The longest nap of a sender that is woken when a quarter of its chunk is free: now and then it
   * looks whether less than that is free. A hundred such threads used a tenth of a processor when
   * each looked four times a second for as long as it waited.
   */
  private static final long LONGEST_WOKEN_NANOS = LONGEST_AFTER_LONG_NANOS;

  private static final long LONGEST_WOKEN_AFTER_LONG_NANOS = 2_000_000_000L;

  /**
   * A sender that has waited for long naps for an eighth of that time: it uses little of a
   * processor while it waits, and goes on with little delay.
   */
  private static final int PART = 8;

  private Naps() {}

  /**
   * The nap that follows another one, in nanoseconds.
   *
   * @param waited how long the sender has waited in all, in nanoseconds
   * @param woken whether the receiver wakes it
   */
  static long next(long last, long waited, boolean woken) {
    long least = woken ? LONGEST_WOKEN_NANOS : LONGEST_NANOS;
    long most = woken ? LONGEST_WOKEN_AFTER_LONG_NANOS : LONGEST_AFTER_LONG_NANOS;
    return Math.min(2 * last, Math.max(least, Math.min(most, waited / PART)));
  }
}
