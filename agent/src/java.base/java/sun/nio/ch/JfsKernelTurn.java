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

  /**
   * For so many selections a channel is looked at that was not read: together that takes as long as
   * its peer and the kernel take to tell of it.
   */
  private static final int MOST_IDLE = 128;

  private int without;

  /** How many selections there were since channels that were idle were left to the kernel. */
  private int sinceSweep;

  /** When it was last asked, of {@link System#nanoTime}. */
  private long asked;

  /** Whether the next selection has to ask. */
  boolean isDue() {
    return without >= MOST_WITHOUT || System.nanoTime() - asked > LONGEST_WITHOUT;
  }

  /** A selection does without. */
  void pass() {
    without++;
    sinceSweep++;
  }

  /** Whether to have the kernel tell of channels that were idle since the last time. */
  boolean sweeps() {
    boolean due = sinceSweep >= MOST_IDLE;
    if (due) {
      sinceSweep = 0;
    }
    return due;
  }

  /** The kernel was asked. */
  void asked() {
    without = 0;
    sinceSweep++;
    asked = System.nanoTime();
  }
}
