package jfs.rdma;

import java.util.ArrayDeque;
import java.util.Queue;

/** Bytes that arrived and had to make room in the ring, in order. Not thread-safe. */
final class Spill {

  private final Queue<byte[]> pieces = new ArrayDeque<>();
  private int taken;
  private long size;

  void add(byte[] bytes) {
    pieces.add(bytes);
    size += bytes.length;
  }

  /** Of how many pieces it consists. */
  int pieces() {
    return pieces.size();
  }

  long size() {
    return size;
  }

  /** Takes as many bytes as there are up to {@code length}. */
  int take(byte[] bytes, int offset, int length) {
    if (size == 0) {
      return 0;
    }
    int total = 0;
    while (total < length && !pieces.isEmpty()) {
      byte[] piece = pieces.peek();
      int n = Math.min(length - total, piece.length - taken);
      System.arraycopy(piece, taken, bytes, offset + total, n);
      total += n;
      taken += n;
      if (taken == piece.length) {
        pieces.remove();
        taken = 0;
      }
    }
    size -= total;
    return total;
  }
}
