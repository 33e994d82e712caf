package jfs.apps;

import java.util.ArrayList;
import java.util.List;

/**
 * Parallel radix sort, from the lowest digit to the highest. For each digit the processes merge
 * their histograms by a {@linkplain CombiningTree combining tree}, then move the keys to where they
 * belong, as in the Manta paper. Each pass is stable, so there is one result.
 */
final class Radix implements App {

  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int KEY_BITS = Integer.SIZE - 1;

  private final World world;
  private final Blocks blocks;
  private int[] keys;

  Radix(World world, int size, long seed) {
    this.world = world;
    blocks = new Blocks(size, world.processes());
    keys = new int[blocks.size(world.rank())];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(blocks.begin(world.rank()) + i, seed);
    }
  }

  /** A key of the input. None is negative. */
  static int key(int index, long seed) {
    return (int) (Checksum.mix(Checksum.mix(seed) + index) >>> (Long.SIZE - KEY_BITS));
  }

  @Override
  public void compute() {
    for (int shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
      sortByDigit(shift);
    }
  }

  private void sortByDigit(int shift) {
    int[] counts = new int[DIGITS];
    for (int key : keys) {
      counts[digit(key, shift)]++;
    }
    CombiningTree merged = CombiningTree.merge(world, counts);
    int[] to = begins(merged.total());
    for (int digit = 0; digit < DIGITS; digit++) {
      to[digit] += merged.before()[digit];
    }
    int[] from = begins(counts);
    move(sorted(shift, from), counts, from, to);
  }

  private static int digit(int key, int shift) {
    return (key >>> shift) & (DIGITS - 1);
  }

  private static int[] begins(int[] counts) {
    int[] begins = new int[DIGITS];
    for (int digit = 1; digit < DIGITS; digit++) {
      begins[digit] = begins[digit - 1] + counts[digit - 1];
    }
    return begins;
  }

  private int[] sorted(int shift, int[] begins) {
    int[] next = begins.clone();
    int[] sorted = new int[keys.length];
    for (int key : keys) {
      sorted[next[digit(key, shift)]++] = key;
    }
    return sorted;
  }

  private void move(int[] sorted, int[] counts, int[] from, int[] to) {
    if (world.processes() == 1) {
      keys = sorted;
      return;
    }
    List<KeyRuns> parts = new ArrayList<>();
    for (int rank = 0; rank < world.processes(); rank++) {
      parts.add(KeyRuns.of(sorted, counts, from, to, blocks.begin(rank), blocks.begin(rank + 1)));
    }
    for (KeyRuns runs : new Collectives(world).exchange(parts, KeyRuns.class)) {
      runs.place(keys);
    }
  }

  /** This process's keys. */
  int[] keys() {
    return keys;
  }

  @Override
  public void addTo(Checksum checksum) {
    for (int i = 0; i < keys.length; i++) {
      checksum.add(blocks.begin(world.rank()) + i, keys[i]);
    }
  }
}
