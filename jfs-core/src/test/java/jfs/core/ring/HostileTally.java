package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Counts what hostile peers cause: a fuzz in which nothing happens proves nothing. */
final class HostileTally {

  private long operations;
  private long moved;
  private long corrupt;
  private long newChunks;

  /** Counts an operation that went well, and the bytes that it moved. */
  void went(int bytes) {
    operations++;
    moved += bytes;
  }

  void newChunk() {
    newChunks++;
  }

  void corrupt(CorruptRingException e) {
    operations++;
    corrupt++;
    assertTrue(!e.detail().isEmpty());
  }

  long corrupt() {
    return corrupt;
  }

  void assertWasWorthIt() {
    assertTrue(corrupt * 100 > operations && corrupt * 2 < operations, this::toString);
    assertTrue(newChunks * 200 > operations, this::toString);
    assertTrue(moved / 10 > operations, this::toString);
  }

  @Override
  public String toString() {
    return operations
        + " operations, "
        + corrupt
        + " found it corrupt, "
        + newChunks
        + " new chunks, "
        + moved
        + " bytes";
  }
}
