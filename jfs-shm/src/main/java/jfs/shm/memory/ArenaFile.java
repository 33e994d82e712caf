package jfs.shm.memory;

import java.io.IOException;

/** The file behind an arena, from which its pages come. One thread at a time may call. */
interface ArenaFile {

  /** Maps the whole file. */
  Mapping map(long size) throws IOException;

  /**
   * Whether so many bytes can get pages for this use and still leave the reserve for others free.
   */
  boolean hasRoomFor(long bytes, MemoryUse use);

  /** Has the kernel allocate the pages of a range: afterwards, touching them cannot fail. */
  void fill(long offset, int length) throws IOException;

  /** Gives the pages of a range back to the kernel; false if they stay. */
  boolean drain(long offset, int length);

  /**
   * Says, for people, where its memory comes from and how to get more; null if it is in no folder.
   */
  String place();

  /** Closes the file; existing mappings stay. */
  void close() throws IOException;
}
