package jfs.shm;

import java.io.IOException;

/** What lies behind an arena: where its pages come from. One thread at a time. */
interface ArenaFile {

  /** The whole of it, mapped. */
  Mapping map(long size) throws IOException;

  /** Whether that many bytes may be filled in for this, so that others find room as well. */
  boolean hasRoomFor(long bytes, MemoryUse use);

  /** Has the kernel find the pages of a range: afterwards, touching them can't fail. */
  void fill(long offset, int length) throws IOException;

  /** Gives the pages of a range back to the kernel; false if they stay. */
  boolean drain(long offset, int length);

  /** Where its memory comes from, for people, and how more can be had; null if from no folder. */
  String place();

  /** Ends it; what is mapped stays so. */
  void close() throws IOException;
}
