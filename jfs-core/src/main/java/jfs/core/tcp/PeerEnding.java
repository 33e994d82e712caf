package jfs.core.tcp;

import java.net.SocketException;

/**
 * What an end tells its program about a peer that has closed, reset or died: the same as the kernel
 * would. After a close, one write succeeds and its bytes vanish; it causes the reset by which the
 * later ones fail. After a close that left bytes unread, all writes fail. The end reports a reset
 * once, to the reader or the writer that comes first.
 *
 * <p>The two directions share this object, each under a lock of its own.
 */
public final class PeerEnding {

  /**
   * What the JDK gives to the kernel in one call (NioSocketImpl's largest buffer). The first call
   * causes the reset, so the rest of a larger write fails.
   */
  private static final int MOST_AT_ONCE = 128 * 1024;

  private final Receiver peer;

  private volatile boolean lost;

  /** Guarded by the monitor: a reader and a writer may come at once. */
  private boolean resetTold;

  private volatile boolean writeVanished;
  private volatile boolean onTcp;
  private volatile boolean tcpReset;

  /** Written before the state that makes a thread look at it. */
  private volatile String failure;

  /** The peer as the receiver of what this end sends. */
  public interface Receiver {

    /** Its {@link Flags}. */
    int receiverFlags();

    /** Whether it has left bytes unread, at this moment. */
    boolean hasUnread();
  }

  /** For a peer that is there. */
  public PeerEnding(Receiver peer) {
    this.peer = peer;
  }

  /** Notes that the peer's JVM is gone, or that this end can learn no more of it. */
  public void lost() {
    lost = true;
  }

  /**
   * Notes that this end sends by TCP from now on: a reset there may be about the program's bytes.
   */
  public void sentOnTcp() {
    onTcp = true;
  }

  /**
   * Notes that TCP has ended with a reset and not in order: the peer's program is gone, and its
   * kernel had bytes that the program had not read. Doorbells without such bytes can't cause that.
   * A sender rings only for bytes, and not for the end of a stream. A reader that has taken the
   * bytes that it was woken for has read the doorbell, too.
   */
  public void tcpReset() {
    tcpReset = true;
  }

  /** Whether {@link #lost} was called. */
  public boolean isLost() {
    return lost;
  }

  /**
   * Notes that the kernel has ended TCP, because no peer answers.
   *
   * @param words the JDK's words for the kernel's error, told instead of a reset
   */
  public void tcpFailed(String words) {
    failure = words;
  }

  /**
   * Whether {@link #tcpFailed} was called. As with the kernel, one thread gets the error, and then
   * the stream ends.
   */
  public boolean hasTcpFailed() {
    return failure != null;
  }

  /** Returns true to the first caller, which must then tell the application of a reset. */
  public synchronized boolean tellReset() {
    boolean first = !resetTold;
    resetTold = true;
    return first;
  }

  /** Whether the peer, which has ended, has left bytes unread. */
  public boolean leftUnread() {
    return peer.hasUnread();
  }

  /** Whether the peer receives no more. */
  public boolean isOver() {
    return lost || (peer.receiverFlags() & Flags.CLOSED) != 0;
  }

  /**
   * Decides about a write to a peer that receives no more: returns if its bytes vanish.
   *
   * @param begun whether some of it was sent before
   * @param length how many bytes are left of it
   * @throws SocketException if it fails
   */
  public void write(boolean begun, int length) throws SocketException {
    int flags = peer.receiverFlags();
    if ((flags & Flags.RESET) != 0 && tellReset()) {
      // ECONNRESET as strerror(3) words it, unlike the JDK's own words for readers.
      throw new SocketException(failure != null ? failure : "Connection reset by peer");
    }
    // A peer that has not said that it closes may live, where only the link has broken: bytes that
    // vanish would be missing there.
    boolean saidSo = (flags & Flags.CLOSED) != 0;
    boolean cut = begun || length > MOST_AT_ONCE;
    if (cut || writeVanished || !saidSo || (flags & (Flags.RESET | Flags.UNREAD)) != 0) {
      throw new SocketException("Broken pipe");
    }
    writeVanished = true;
  }

  /**
   * Decides about a read at the end of a stream: returns for end of file.
   *
   * @param senderFlags the {@link Flags} of the peer as the stream's sender
   * @throws SocketException if the read must report a reset
   */
  public void read(int senderFlags) throws SocketException {
    if ((senderFlags & (Flags.FINISHED | Flags.CLOSED)) == Flags.FINISHED) {
      return; // a half-close: what became of the peer came after the end of file
    }
    int flags = peer.receiverFlags();
    // The flags say all about a close, unless bytes of the stream go by TCP.
    boolean saidSo = (flags & Flags.CLOSED) != 0;
    boolean reset =
        (flags & Flags.RESET) != 0
            || (tcpReset && (onTcp || !saidSo))
            || (!saidSo && lost && peer.hasUnread());
    if (reset && tellReset()) {
      throw new SocketException(failure != null ? failure : "Connection reset");
    }
  }
}
