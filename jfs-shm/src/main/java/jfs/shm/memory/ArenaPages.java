package jfs.shm.memory;

import java.io.IOException;
import java.util.BitSet;
import jfs.core.config.Log;

/**
 * Tracks which blocks of an arena's file have pages. Each such block counts in the budget until it
 * is drained or the mapping ends. Once the link has ended, it counts as left behind. Closing the
 * file alone gives nothing back, since the mapping keeps the pages.
 *
 * <p>Holds no reference that would keep the mapping alive. Thread-safe; where it matters, callers
 * also hold the arena's monitor.
 */
final class ArenaPages implements Runnable {

  private final ArenaFile file;
  private final MemoryBudget budget;

  /** Guarded by the monitor. Allocated at full size from the start. */
  private final BitSet filled;

  private boolean closed;

  /** The link has ended: blocks that still have pages count as left behind. */
  private boolean ended;

  /** Tracks a file of so many blocks that are all holes. */
  ArenaPages(ArenaFile file, int blocks, MemoryBudget budget) {
    this.file = file;
    this.budget = budget;
    filled = new BitSet(blocks);
  }

  /** How many blocks have pages. */
  synchronized int count() {
    return filled.cardinality();
  }

  /** Whether all blocks from one up to another, that one excluded, have pages. */
  synchronized boolean has(int from, int end) {
    return filled.nextClearBit(from) >= end;
  }

  /** Allocates pages for those blocks of a range that have none; false if that fails. */
  synchronized boolean fill(int from, int end, MemoryUse use) {
    int hole = filled.nextClearBit(from);
    while (hole < end) {
      int next = filled.nextSetBit(hole);
      int holeEnd = next < 0 ? end : Math.min(next, end);
      if (!fillHole(hole, holeEnd, use)) {
        return false;
      }
      hole = filled.nextClearBit(holeEnd);
    }
    return true;
  }

  private boolean fillHole(int block, int end, MemoryUse use) {
    int bytes = (end - block) * OwnArena.BLOCK;
    if (closed || ended) {
      return false;
    }
    if (!budget.take(bytes, use)) {
      Shortage.ofBudget(budget, use);
      return false;
    }
    boolean done = false;
    try {
      if (file.hasRoomFor(bytes, use)) {
        file.fill((long) block * OwnArena.BLOCK, bytes);
        filled.set(block, end);
        done = true;
        return true;
      }
      Shortage.of(file);
    } catch (IOException e) {
      Log.info("no more shared memory: " + Log.describe(e));
      Shortage.of(file);
    } finally {
      if (!done) {
        budget.give(bytes);
      }
    }
    return false;
  }

  /** Whether the budget has enough for others, so that pages that nothing uses may stay. */
  boolean mayStay() {
    return budget.isAmple();
  }

  /** Drains at most so many blocks of a range, the highest first. */
  synchronized void drain(int first, int end, int most) {
    int last = filled.previousSetBit(end - 1);
    int left = most;
    while (last >= first && left > 0 && !closed) {
      int from = Math.max(Math.max(first, filled.previousClearBit(last) + 1), last + 1 - left);
      int blocks = last + 1 - from;
      if (!file.drain((long) from * OwnArena.BLOCK, blocks * OwnArena.BLOCK)) {
        return;
      }
      filled.clear(from, last + 1);
      give(blocks);
      left -= blocks;
      last = filled.previousSetBit(from - 1);
    }
  }

  private void give(int blocks) {
    long bytes = (long) blocks * OwnArena.BLOCK;
    if (ended) {
      budget.giveLeftBehind(bytes);
    } else {
      budget.give(bytes);
    }
  }

  /** The link has ended: no block gets pages any more, and existing pages go in time. */
  synchronized void end() {
    if (!ended) {
      budget.leaveBehind((long) filled.cardinality() * OwnArena.BLOCK);
      ended = true;
    }
  }

  /** Closes the file: from now on no block gets pages or is drained. */
  synchronized void close() {
    if (!closed) {
      closed = true;
      try {
        file.close();
      } catch (IOException e) {
        Log.debug("arena not closed", e);
      }
    }
  }

  /** The mapping has ended: this JVM does not keep the pages any longer. */
  @Override
  public synchronized void run() {
    give(filled.cardinality());
    filled.clear();
    close();
  }
}
