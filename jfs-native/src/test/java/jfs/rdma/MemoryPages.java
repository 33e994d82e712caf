package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/** Room for rings in the program's own memory, which notices what should not be. */
final class MemoryPages implements RingPages {

  private final BitSet filled = new BitSet();

  /** Where ranges begin that nobody uses, and that have memory all the same. */
  private final BitSet undrained = new BitSet();

  private boolean full;

  private OutOfMemoryError failure;

  /** Has what is drained keep its memory, and this thrown; null for no more. */
  void failToDrain(OutOfMemoryError newFailure) {
    failure = newFailure;
  }

  void setFull(boolean newFull) {
    full = newFull;
  }

  int filled() {
    return filled.cardinality();
  }

  @Override
  public ByteBuffer fill(int offset, int length) throws IOException {
    if (full) {
      throw new IOException("full");
    }
    if (undrained.get(offset)) {
      undrained.clear(offset);
      filled.clear(offset, offset + length);
    }
    assertTrue(filled.get(offset, offset + length).isEmpty(), "in use already: " + offset);
    filled.set(offset, offset + length);
    return ByteBuffer.allocateDirect(length);
  }

  @Override
  public void drain(int offset, int length) {
    assertFalse(filled.nextClearBit(offset) < offset + length, "not in use: " + offset);
    if (failure != null) {
      undrained.set(offset);
      throw failure;
    }
    filled.clear(offset, offset + length);
  }
}
