package jfs.core.ring;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * A peer that writes what it likes wherever it can, and prefers values that its victim might
 * believe. It knows the layout, the victim's position, and where the chunks are.
 */
final class HostilePeer {

  private static final int[] FIELDS = {
    RingLayout.TAIL,
    RingLayout.HEAD,
    RingLayout.RECEIVER_WAITS,
    RingLayout.SENDER_WAITS,
    RingLayout.SWITCH_AT,
    RingLayout.DECISION
  };

  private static final long[] EXTREMES = {
    0,
    1,
    -1,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE - 7,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 31,
    1L << 32,
    1L << 40,
    1L << 62
  };

  private final SplittableRandom random;
  private final ByteBuffer memory;

  /** What the memory should hold if only this peer wrote; null if the test does not compare. */
  private final ByteBuffer shadow;

  private final int[] spots;
  private long mutations;

  /**
   * @param spots where chunks are, or might be
   */
  HostilePeer(SplittableRandom random, ByteBuffer memory, ByteBuffer shadow, int[] spots) {
    this.random = random;
    this.memory = memory;
    this.shadow = shadow;
    this.spots = spots;
  }

  /** How many words were written. */
  long mutations() {
    return mutations;
  }

  /** Writes something; {@code position} is the victim's position. */
  void mutate(long position) {
    switch (random.nextInt(8)) {
      case 0 -> poke(random.nextInt(memory.capacity() / 8) * 8, value(position));
      case 1, 2 -> poke(FIELDS[random.nextInt(FIELDS.length)], value(position));
      case 3 -> poke(spot() + RingLayout.CHUNK_END, value(position));
      case 4 -> poke(spot() + RingLayout.CHUNK_NEXT, value(position));
      case 5 -> poke(RingLayout.TAIL, position + random.nextInt(5000));
      case 6 -> poke(RingLayout.HEAD, position - random.nextInt(5000));
      default -> chain(position);
    }
  }

  /** Leads the victim from its chunk to another place, which may be a good chunk. */
  private void chain(long position) {
    int target = spot();
    long next = (long) random.nextInt(1, 4) << 40 | target;
    for (int spot : spots) {
      poke(spot + RingLayout.CHUNK_NEXT, random.nextInt(16) == 0 ? value(position) : next);
      poke(spot + RingLayout.CHUNK_END, position);
    }
    int empty = random.nextInt(4);
    if (empty > 0) {
      poke(target + RingLayout.CHUNK_END, empty == 1 ? position + random.nextInt(5000) : -1);
    }
    poke(RingLayout.TAIL, position + random.nextInt(1, 5000));
  }

  private int spot() {
    return spots[random.nextInt(spots.length)];
  }

  private long value(long position) {
    return switch (random.nextInt(6)) {
      case 0 -> EXTREMES[random.nextInt(EXTREMES.length)];
      case 1 -> position + random.nextInt(-2, 3);
      case 2 -> position + 4096L * random.nextInt(5) - 64 + random.nextInt(-1, 2);
      case 3 -> (long) random.nextInt(5) << 40 | spot() + random.nextInt(-8, 9);
      case 4 -> 1L << 40 | memory.capacity() - 4096 + random.nextInt(-1, 2) * 8;
      default -> random.nextLong() >>> random.nextInt(64);
    };
  }

  private void poke(int at, long value) {
    mutations++;
    RingLayout.setRelease(memory, at, value);
    if (shadow != null) {
      shadow.putLong(at, value);
    }
  }
}
