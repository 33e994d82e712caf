package jfs.core.tcp;

/** What the ends of a direction tell each other about themselves; bits. */
public final class Flags {

  /** The sender: nothing comes after the tail. */
  public static final int FINISHED = 1;

  /** The end is closed. */
  public static final int CLOSED = 2;

  /** The receiver, closed: the connection is reset (SO_LINGER 0). */
  public static final int RESET = 8;

  /** The receiver, closed: it has left bytes unread. */
  public static final int UNREAD = 16;

  /** The receiver: urgent data are to keep their place in the stream (SO_OOBINLINE). */
  public static final int URGENT_INLINE = 4;

  private Flags() {}
}
