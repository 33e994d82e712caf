package jfs.core.tcp;

import java.net.SocketException;

/**
 * What an end is told of a peer that has closed, reset or died: what the kernel would tell. After a
 * close, one write is taken and vanishes, and brings the reset by which the later ones fail; a
 * close that left bytes unread fails all; a reset is told once, to whoever comes first.
 *
 * <p>Shared by the two directions, each under a lock of its own.
 */
public final class PeerEnding {

  /**
   * What the JDK gives to the kernel in one call (NioSocketImpl's largest buffer). The first of
   * them brings the reset, so the rest of a larger write fails.
   */
  private static final int MOST_AT_ONCE = 128 * 1024;

  private final Receiver peer;

  private volatile boolean lost;

  /** Guarded by the monitor: a reader and a writer may come at once. */
  private boolean resetTold;

  private volatile boolean writeVanished;
  private volatile boolean onTcp;
  private volatile boolean tcpReset;

  /** Written before what makes a thread look for it. */
  private volatile String failure;

  /** What is known of the peer as the receiver of what this end sends. */
  public interface Receiver {

    /** Its {@link Flags}. */
    int receiverFlags();

    /** Whether it has left bytes unread, at this moment. */
    boolean hasUnread();
  }

  /** Of a peer that is there. */
  public PeerEnding(Receiver peer) {
    this.peer = peer;
  }

  /** The peer's JVM is gone, or nothing more can be known of it. */
  public void lost() {
    lost = true;
  }

  /** What this end sends goes by TCP from now on: a reset there may be the program's. */
  public void sentOnTcp() {
    onTcp = true;
  }

  /**
   * TCP has ended with a reset and not in order: the peer's kernel had bytes that its program,
   * which is gone, has not read. No wake-up is there without them: none is rung for nothing, nor
   * for the end of a stream, and a reader that has taken what it was woken for leaves none.
   */
  public void tcpReset() {
    tcpReset = true;
  }

  /** Whether that was said. */
  public boolean isLost() {
    return lost;
  }

  /**
   * The kernel has ended TCP, for want of a peer that answers.
   *
   * @param words what the JDK makes of its error, told instead of a reset
   */
  public void tcpFailed(String words) {
    failure = words;
  }

  /** Whether that was said: as with the kernel, one thread is told, and the stream ends then. */
  public boolean hasTcpFailed() {
    return failure != null;
  }

  /** Whether the caller is the first to tell the application of a reset; then it has to. */
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
   * A write meets a peer that receives no more.
   *
   * @param begun whether some of it was sent before
   * @param length how many bytes are left of it
   * @throws SocketException unless it is to vanish
   */
  public void write(boolean begun, int length) throws SocketException {
    int flags = peer.receiverFlags();
    if ((flags & Flags.RESET) != 0 && tellReset()) {
      // ECONNRESET as strerror(3) words it, unlike the JDK's own words for readers.
      throw new SocketException(failure != null ? failure : "Connection reset by peer");
    }
    // Of one that did not say so it is not known whether it died: a write that vanished would be
    // missing at a peer that lives, where only the link has broken.
    boolean saidSo = (flags & Flags.CLOSED) != 0;
    boolean cut = begun || length > MOST_AT_ONCE;
    if (cut || writeVanished || !saidSo || (flags & (Flags.RESET | Flags.UNREAD)) != 0) {
      throw new SocketException("Broken pipe");
    }
    writeVanished = true;
  }

  /**
   * A read meets the end of a stream.
   *
   * @param senderFlags the peer's {@link Flags} as the sender of it
   * @throws SocketException if it is to be a reset and not an end of file
   */
  public void read(int senderFlags) throws SocketException {
    if ((senderFlags & (Flags.FINISHED | Flags.CLOSED)) == Flags.FINISHED) {
      return; // a half-close: what became of the peer came after the end of file
    }
    int flags = peer.receiverFlags();
    // Of a close the flags say it all, unless bytes of the stream go by TCP.
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
