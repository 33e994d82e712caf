package jfs.rdma;

import java.io.IOException;

/**
 * Bytes that arrived and had to make room in the ring, in order. Adding may find no memory, and has
 * then done nothing; taking needs none. Not thread-safe.
 */
final class Spill {

  /** What a piece takes of the heap beyond its bytes, about. */
  private static final int OVERHEAD = 64;

  private static final class Piece {
    private final byte[] bytes;
    private Piece next;

    Piece(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  private final SpillBudget budget;
  private Piece first;
  private Piece last;

  /** Of the first piece. */
  private int taken;

  private long size;

  /** What was taken of the budget. */
  private long charged;

  Spill(SpillBudget budget) {
    this.budget = budget;
  }

  /** Runs the handler of a lack of memory once; {@link Rehearsal}. */
  static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | OutOfMemoryError e) {
      // As if there were no room.
    }
  }

  /** Room for so many bytes behind all others, to be filled at once; null if there is none. */
  byte[] add(int length) {
    long cost = length + (long) OVERHEAD;
    if (!budget.take(charged, cost)) {
      return null;
    }
    Piece piece;
    try {
      piece = new Piece(new byte[length]);
    } catch (OutOfMemoryError e) {
      budget.giveBack(cost);
      return null;
    }
    charged += cost;
    if (first == null) {
      first = piece;
    } else {
      last.next = piece;
    }
    last = piece;
    size += length;
    return piece.bytes;
  }

  long size() {
    return size;
  }

  /** Takes as many bytes as there are up to {@code length}. */
  int take(byte[] bytes, int offset, int length) {
    int total = 0;
    while (total < length && first != null) {
      byte[] piece = first.bytes;
      int n = Math.min(length - total, piece.length - taken);
      System.arraycopy(piece, taken, bytes, offset + total, n);
      total += n;
      taken += n;
      if (taken == piece.length) {
        first = first.next;
        taken = 0;
        charged -= piece.length + OVERHEAD;
        budget.giveBack(piece.length + (long) OVERHEAD);
      }
    }
    size -= total;
    return total;
  }

  /** Nobody will read what is left. */
  void discard() {
    budget.giveBack(charged);
    charged = 0;
    size = 0;
    first = null;
    taken = 0;
  }
}
