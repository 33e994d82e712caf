package jfs.shm;

/** What frames say. The codes are the wire's. */
enum FrameType {
  /** Who I am; the first frame, from both sides. */
  HELLO(1),
  /** The memory that I give out. */
  ARENA(2),
  /** Who has the other end of this connection? */
  LOOK(3),
  /** I have, and this is the memory for my direction. */
  OFFER(4),
  /** Agreed, and this is the memory for mine. */
  ACCEPT(5),
  /** No, and why. */
  REFUSE(6),
  /** The bond is decided: see the shared memory. */
  DECIDED(7),
  /** I will not touch this pair's memory again. */
  RELEASE(8),
  /** Tell me about your connections; the one frame that may come before HELLO. */
  STATUS(9),
  /** A part of that, in whole lines (see {@link Report}); the last one is empty. */
  REPORT(10),
  /** Where I accept connections: ask me about those, and nobody else. */
  PORTS(11),
  /** I hold the end that you look for, and it can't be paired: why. */
  DECLINE(12);

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The type with this code, or null: a later version's. */
  static FrameType of(int code) {
    for (FrameType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    return null;
  }
}
