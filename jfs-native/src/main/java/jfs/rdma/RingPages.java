package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Room for rings, and for what nobody reads, ranges of which have memory while they are used.
 * Offsets are of whole pages.
 */
interface RingPages {

  /** Has room for more. */
  interface Source {

    /**
     * Room for so many bytes, none of which have memory yet.
     *
     * @throws IOException if there is none
     */
    RingPages pages(int bytes) throws IOException;
  }

  /**
   * Gives a range its memory.
   *
   * @throws IOException if there is none; the range has none then
   */
  ByteBuffer fill(int offset, int length) throws IOException;

  /** Takes its memory back: nobody uses the range any more. */
  void drain(int offset, int length);
}
