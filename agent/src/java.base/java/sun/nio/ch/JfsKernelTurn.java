package sun.nio.ch;

/**
 * When a selector asks the kernel, although it finds channels that are ready without. The kernel
 * tells of all others: accepts, plain peers, channels that were idle. Used by the selecting thread.
 */
final class JfsKernelTurn {

  /** After so many selections without it. */
  private static final int MOST_WITHOUT = 16;

  /** Or after so many nanoseconds: a program may take long for each channel that is ready. */
  private static final long LONGEST_WITHOUT = 100_000;

  private int without;

  /** When it was last asked, of {@link System#nanoTime}. */
  private long asked;

  /** Whether the next selection has to ask. */
  boolean isDue() {
    return without >= MOST_WITHOUT || System.nanoTime() - asked > LONGEST_WITHOUT;
  }

  /** A selection does without. */
  void pass() {
    without++;
  }

  /** The kernel was asked. */
  void asked() {
    without = 0;
    asked = System.nanoTime();
  }
}
