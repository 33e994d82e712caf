package jfs.rdma.stream;

/** What a thread of the program waits for on a connection. */
enum Awaited {
  /** Room for bytes, or the end of the sending direction. */
  ROOM,

  /** A slot for urgent data, or the end of the sending direction. */
  SLOT,

  /** That all that was sent has arrived, or that it need not. */
  ARRIVAL,

  /** Bytes, or the end of the receiving direction. */
  BYTES,

  /** Whether the end of TCP is that of the peer's stream. */
  END
}
