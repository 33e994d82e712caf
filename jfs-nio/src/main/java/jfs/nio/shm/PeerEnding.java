package jfs.nio.shm;

import java.net.SocketException;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.Flags;

/**
 * What an end is told of a peer that has closed, reset or died: what the kernel would tell. After a
 * close, one write is taken and vanishes, and brings the reset by which the later ones fail; a
 * close that left bytes unread fails all; a reset is told once, to whoever comes first.
 *
 * <p>Shared by the two directions, each under a lock of its own.
 */
final class PeerEnding {

  /** Where the peer says that it will not receive any more, and why. */
  private final ControlBlock outgoing;

  private volatile boolean lost;
  private volatile boolean resetTold;
  private volatile boolean writeVanished;

  PeerEnding(ControlBlock outgoing) {
    this.outgoing = outgoing;
  }

  /** The peer's JVM is gone, or nothing more can be known of it. */
  void lost() {
    lost = true;
  }

  boolean isLost() {
    return lost;
  }

  /** Whether the caller is the first to tell the application of a reset; then it has to. */
  boolean tellReset() {
    boolean first = !resetTold;
    resetTold = true;
    return first;
  }

  /** Whether the peer receives no more. */
  boolean isOver() {
    return lost || (outgoing.receiverFlags() & Flags.CLOSED) != 0;
  }

  /**
   * A write meets a peer that receives no more.
   *
   * @param begun whether some of it was sent before
   * @throws SocketException unless it is to vanish
   */
  void write(boolean begun) throws SocketException {
    int flags = outgoing.receiverFlags();
    if ((flags & Flags.RESET) != 0 && tellReset()) {
      // ECONNRESET as strerror(3) words it, unlike the JDK's own words for readers.
      throw new SocketException("Connection reset by peer");
    }
    boolean saidSo = (flags & Flags.CLOSED) != 0;
    if (begun || writeVanished || !saidSo || (flags & (Flags.RESET | Flags.UNREAD)) != 0) {
      throw new SocketException("Broken pipe");
    }
    writeVanished = true;
  }

  /**
   * A read meets the end of a stream that the peer did not end itself.
   *
   * @throws SocketException if it is to be a reset and not an end of file
   */
  void read() throws SocketException {
    int flags = outgoing.receiverFlags();
    boolean reset =
        (flags & Flags.RESET) != 0 || ((flags & Flags.CLOSED) == 0 && lost && outgoing.hasUnread());
    if (reset && tellReset()) {
      throw new SocketException("Connection reset");
    }
  }
}
