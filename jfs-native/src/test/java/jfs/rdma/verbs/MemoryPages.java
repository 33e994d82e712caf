package jfs.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Room for rings in the program's own memory; asserts that each range is filled and drained in
 * turn.
 */
public final class MemoryPages implements RingPages {

  private final BitSet filled = new BitSet();

  /** The offsets of unused ranges that have memory all the same. */
  private final BitSet undrained = new BitSet();

  private boolean full;

  private OutOfMemoryError failure;

  /** Makes draining throw this, and the range keep its memory; null ends that. */
  public void failToDrain(OutOfMemoryError newFailure) {
    failure = newFailure;
  }

  public void setFull(boolean newFull) {
    full = newFull;
  }

  public int filled() {
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
