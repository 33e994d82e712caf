package jfs.rdma.verbs;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Address space for rings, and for bytes that no thread reads; its ranges have memory while they
 * are in use. Offsets are of whole pages.
 */
public interface RingPages {

  /** A source of room. */
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

  /** Takes its memory back: no thread or device uses the range any more. */
  void drain(int offset, int length);
}
