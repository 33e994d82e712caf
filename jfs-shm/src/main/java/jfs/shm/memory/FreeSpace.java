package jfs.shm.memory;

import java.util.BitSet;
import jfs.core.ring.RingLayout;

/**
 * Which ranges of an arena are free. Adjacent free ranges join, so that memory given back in one
 * size can be taken in any other. One thread at a time may call.
 *
 * <p>Giving a place back allocates no heap, and taking one allocates only before it changes
 * anything: a full heap must not cause a place to be lost or given out twice.
 */
final class FreeSpace {

  /** Offsets and sizes of places are multiples of this. */
  static final int UNIT = RingLayout.CONTROL_SIZE;

  private final int units;

  /** The units that are in use. Grows with the highest of them. */
  private final BitSet used = new BitSet();

  /**
   * @param size in bytes, a multiple of {@link #UNIT}
   */
  FreeSpace(int size) {
    units = size / UNIT;
  }

  /** Says whether a place is preferred. */
  interface Preference {
    boolean holds(int offset, int size);
  }

  /**
   * Finds the lowest preferred place of this size, or else the lowest: used places stay together,
   * and the pages of the rest can go back to the kernel.
   *
   * @return where it begins, or -1; it stays free
   */
  int find(int size, Preference preference) {
    int lowest = -1;
    for (int unit = used.nextClearBit(0); unit < units; ) {
      int end = nextUsed(unit);
      if (end - unit >= size / UNIT) {
        int offset = unit * UNIT;
        if (preference.holds(offset, size)) {
          return offset;
        }
        lowest = lowest < 0 ? offset : lowest;
      }
      unit = used.nextClearBit(end);
    }
    return lowest;
  }

  private int nextUsed(int unit) {
    int next = used.nextSetBit(unit);
    return next < 0 ? units : next;
  }

  /** Takes a place that was found. */
  void take(int offset, int size) {
    used.set(offset / UNIT, (offset + size) / UNIT);
  }

  /** Gives a place back. */
  void give(int offset, int size) {
    used.clear(offset / UNIT, (offset + size) / UNIT);
  }

  /** The first free place at or after an offset, or -1. */
  int next(int offset) {
    int unit = used.nextClearBit(offset / UNIT);
    return unit < units ? unit * UNIT : -1;
  }

  /** Where the free range around a free place begins. */
  int start(int offset) {
    return (used.previousSetBit(offset / UNIT) + 1) * UNIT;
  }

  /** Where that range ends. */
  int end(int offset) {
    return nextUsed(offset / UNIT) * UNIT;
  }
}
