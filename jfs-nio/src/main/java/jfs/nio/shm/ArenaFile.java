package jfs.nio.shm;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What lies behind an arena: where its pages come from. One thread at a time. */
interface ArenaFile {

  /** The whole of it, mapped. */
  ByteBuffer map(long size) throws IOException;

  /** Has the kernel find the pages of a range: afterwards, touching them can't fail. */
  void fill(long offset, int length) throws IOException;

  /** Gives the pages of a range back to the kernel; false if they stay. */
  boolean drain(long offset, int length);

  /** Ends it; what is mapped stays so. */
  void close() throws IOException;
}
