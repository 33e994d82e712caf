package jfs.shm;

import java.io.IOException;
import java.util.BitSet;
import jfs.core.config.Log;

/**
 * Which blocks of an arena's file have pages. Each of them is counted in the budget for as long as
 * it is there: until it is drained, or the mapping is no more. Of an ended link it counts as left
 * behind. Closing the file alone gives nothing back, for what is mapped stays.
 *
 * <p>Refers to nothing that keeps the mapping. Thread-safe, though the arena's monitor is held
 * where it matters.
 */
final class ArenaPages implements Runnable {

  private final ArenaFile file;
  private final MemoryBudget budget;

  /** Guarded by the monitor. As large as it can become from the start. */
  private final BitSet filled;

  private boolean closed;

  /** The link has ended: what has pages still is left behind. */
  private boolean ended;

  /** Of a file of holes of so many blocks. */
  ArenaPages(ArenaFile file, int blocks, MemoryBudget budget) {
    this.file = file;
    this.budget = budget;
    filled = new BitSet(blocks);
  }

  /** How many blocks have pages. */
  synchronized int count() {
    return filled.cardinality();
  }

  /** Whether all blocks from one to another have pages. */
  synchronized boolean has(int from, int end) {
    return filled.nextClearBit(from) >= end;
  }

  /** Fills in the blocks from one to another that have no pages; false if that can't be. */
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

  /** Drains blocks from one to another, the highest first, and at most so many. */
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

  /** The link has ended: nothing is filled in any more, and what has pages goes in its time. */
  synchronized void end() {
    if (!ended) {
      budget.leaveBehind((long) filled.cardinality() * OwnArena.BLOCK);
      ended = true;
    }
  }

  /** Closes the file: from now on nothing is filled in or drained. */
  synchronized void close() {
    if (!closed) {
      closed = true;
      try {
        file.close();
      } catch (IOException e) {
        Log.debug("arena not closed: " + Log.describe(e));
      }
    }
  }

  /** The mapping is no more, and with it the pages go, as far as this JVM is concerned. */
  @Override
  public synchronized void run() {
    give(filled.cardinality());
    filled.clear();
    close();
  }
}
