package jfs.apps;

import java.io.Serializable;
import java.util.Arrays;

/** Keys on their way to another process: runs of keys that stay together. */
final class KeyRuns implements Serializable, Sized {

  private static final long serialVersionUID = 1;

  private final int[] keys;

  /** Of each run, where it goes in the receiver's keys. */
  private final int[] positions;

  private final int[] lengths;

  private KeyRuns(int[] keys, int[] positions, int[] lengths) {
    this.keys = keys;
    this.positions = positions;
    this.lengths = lengths;
  }

  /**
   * The part that one process gets.
   *
   * @param sorted the sender's keys by digit, those of digit d at {@code from[d]} and on
   * @param counts how many keys of each digit
   * @param from where in {@code sorted} each digit begins
   * @param to at which place of all processes' keys it is to begin
   * @param begin the receiver's first place
   * @param end the place after its last
   */
  static KeyRuns of(int[] sorted, int[] counts, int[] from, int[] to, int begin, int end) {
    int[] positions = new int[counts.length];
    int[] lengths = new int[counts.length];
    int first = sorted.length;
    int total = 0;
    for (int digit = 0; digit < counts.length; digit++) {
      int low = Math.max(begin, to[digit]);
      int length = Math.min(end, to[digit] + counts[digit]) - low;
      if (length > 0) {
        positions[digit] = low - begin;
        lengths[digit] = length;
        first = Math.min(first, from[digit] + low - to[digit]);
        total += length;
      }
    }
    // Places grow with digits, so what one process gets is in one piece.
    return new KeyRuns(Arrays.copyOfRange(sorted, first, first + total), positions, lengths);
  }

  /** Puts the keys where they go. */
  void place(int[] receiver) {
    int next = 0;
    for (int run = 0; run < lengths.length; run++) {
      System.arraycopy(keys, next, receiver, positions[run], lengths[run]);
      next += lengths[run];
    }
  }

  @Override
  public long bytes() {
    return Payload.bytes(keys) + Payload.bytes(positions) + Payload.bytes(lengths);
  }
}
