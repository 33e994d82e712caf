package jfs.core.tcp;

/** The bits by which the two ends of a direction tell each other their states. */
public final class Flags {

  /** By the sender: nothing comes after the tail. */
  public static final int FINISHED = 1;

  /** By either end: it is closed. */
  public static final int CLOSED = 2;

  /**
   * By the receiver, when closed: the connection is reset (SO_LINGER 0). An end that had
   * half-closed says {@link #UNREAD} instead, as its end of file came before.
   */
  public static final int RESET = 8;

  /** By the receiver, when closed: it has left bytes unread, so that all later writes fail. */
  public static final int UNREAD = 16;

  /** By the receiver: urgent data keep their place in the stream (SO_OOBINLINE). */
  public static final int URGENT_INLINE = 4;

  private Flags() {}
}
