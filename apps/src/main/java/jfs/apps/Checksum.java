package jfs.apps;

/**
 * A hash of a result with parts in several processes. It is the sum of a hash of each value and its
 * index, so the parts' sums add up to the whole's in any partition.
 */
final class Checksum {

  private long sum;

  void add(long index, long value) {
    sum += mix(mix(index + 1) ^ value);
  }

  /** Adds a number by its bits: two results are the same only to the last bit. */
  void add(long index, double value) {
    add(index, Double.doubleToLongBits(value));
  }

  long sum() {
    return sum;
  }

  /** The sum of several processes' sums as a number that is not negative. */
  static long check(long sums) {
    return sums & Long.MAX_VALUE;
  }

  /**
   * SplitMix64's output function (Steele, Lea, Flood, OOPSLA 2014): one changed bit changes all.
   */
  static long mix(long value) {
    long z = value * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
