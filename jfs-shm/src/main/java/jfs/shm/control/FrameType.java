package jfs.shm.control;

/** The types of frames. The codes are those on the wire. */
enum FrameType {
  /** Introduces the sender; the first frame, from both sides. */
  HELLO(1),
  /** The arena from which the sender allocates. */
  ARENA(2),
  /** Asks whether the receiver holds the other end of this connection. */
  LOOK(3),
  /** The sender has an end of this connection, and gives memory for its direction. */
  OFFER(4),
  /** Accepts an offer, and gives the memory for the sender's direction. */
  ACCEPT(5),
  /** Refuses an offer, and says why. */
  REFUSE(6),
  /** The pair's decision is made: read it in the shared memory. */
  DECIDED(7),
  /** The sender will not touch this pair's memory again. */
  RELEASE(8),
  /**
   * Asks for a report on the receiver's connections, on each or in figures alone; the one frame
   * that may come before HELLO.
   */
  STATUS(9),
  /** A part of the report, in whole lines (see {@link StatusReport}); the last part is empty. */
  REPORT(10),
  /** Ports at which the sender accepts connections; only such senders are asked about them. */
  PORTS(11),
  /** The sender holds the end that the receiver looks for, cannot pair it, and says why. */
  DECLINE(12),
  /** Asks the receiver to mark the packets of the end that it has offered. */
  PROVE(13),
  /** The sender's packets are marked from now on, and this is what its end has counted. */
  MARKED(14),
  /** The receiver's packets need the mark no more, since the sender lets others in again. */
  UNMARK(15),
  /** They are unmarked. */
  UNMARKED(16),
  /** An eventfd of one of the sender's selectors, by its number, with the descriptor. */
  EVENTFD(17),
  /** Whether the sender holds it now, and signals it as the waits words of its peers ask. */
  EVENTFD_HELD(18);

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The type with this code, or null if a later version defines it. */
  static FrameType of(int code) {
    for (FrameType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    return null;
  }
}
