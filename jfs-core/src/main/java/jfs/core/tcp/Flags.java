package jfs.core.tcp;

/**
 * The bits by which the two ends of a direction tell each other their states. An end sets
 *
 * <ul>
 *   <li>after a half-close {@link #FINISHED} as sender, whether its direction has left TCP or not;
 *   <li>after a close {@link #FINISHED} and {@link #CLOSED} as sender, and {@link #CLOSED} as
 *       receiver, with {@link #RESET} or {@link #UNREAD} if there is cause;
 *   <li>once it neither sends nor receives any more, {@link #CLOSED} as receiver: the kernel resets
 *       what still comes, and the peer's writers learn of that after their next write.
 * </ul>
 *
 * <p>An end tells them before it ends TCP: a thread of the peer that TCP's end wakes asks for them.
 */
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
