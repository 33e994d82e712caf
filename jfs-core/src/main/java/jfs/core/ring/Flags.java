package jfs.core.ring;

/** What the ends of a direction tell each other about themselves; bits. */
public final class Flags {

  /** The sender: nothing comes after the tail. */
  public static final int FINISHED = 1;

  /** The end is closed. */
  public static final int CLOSED = 2;

  /** The sender: the connection is reset (SO_LINGER 0), after what was put in. */
  public static final int RESET = 8;

  /** The receiver: urgent data are to keep their place in the stream (SO_OOBINLINE). */
  public static final int URGENT_INLINE = 4;

  private Flags() {}
}
