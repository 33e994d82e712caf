package jfs.nio.shm;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which ranges of an arena nobody uses. Neighbours are joined, so that what was given back in one
 * size can be taken in any other. One thread at a time.
 */
final class FreeSpace {

  /** Where each range begins, and its length; no two of them touch. */
  private final NavigableMap<Integer, Integer> ranges = new TreeMap<>();

  FreeSpace(int size) {
    ranges.put(0, size);
  }

  /** A range. */
  record Range(int offset, int length) {
    int end() {
      return offset + length;
    }
  }

  /** Says of a place whether it is to be preferred. */
  interface Preference {
    boolean holds(int offset, int size);
  }

  /**
   * The lowest place of this size that is preferred, or else the lowest: what is in use stays
   * together, and the rest can go back to the kernel.
   *
   * @return where it begins, or -1; it stays free
   */
  int find(int size, Preference preference) {
    int lowest = -1;
    for (Map.Entry<Integer, Integer> range : ranges.entrySet()) {
      if (range.getValue() >= size) {
        int offset = range.getKey();
        if (preference.holds(offset, size)) {
          return offset;
        }
        lowest = lowest < 0 ? offset : lowest;
      }
    }
    return lowest;
  }

  /** Takes a place that was found. */
  void take(int offset, int size) {
    int length = ranges.get(offset);
    if (length > size) {
      // First what needs memory: without it, all stays as it was.
      ranges.put(offset + size, length - size);
    }
    ranges.remove(offset);
  }

  /** Gives a place back, and answers the whole range that is free there now. */
  Range give(int offset, int size) {
    int from = offset;
    int to = offset + size;
    Map.Entry<Integer, Integer> before = ranges.lowerEntry(offset);
    if (before != null && before.getKey() + before.getValue() == from) {
      from = before.getKey();
    }
    Integer after = ranges.get(to);
    int end = after == null ? to : to + after;
    Range free = new Range(from, end - from);
    ranges.put(from, end - from); // first, for it may need memory
    if (after != null) {
      ranges.remove(to);
    }
    return free;
  }
}
