package jfs.rdma.stream;

import jfs.core.host.KeepAlive;
import jfs.natives.Errno;

/**
 * Watches the TCP connection under a pair while bytes go by RDMA, where no thread would notice
 * TCP's end. If the peer's kernel hangs, the peer's device goes on answering, but TCP does not. TCP
 * then has an error for the program if the program, or this class, makes the kernel probe the peer.
 *
 * <p>A reset or a clean end of TCP means nothing by itself: the peer also says over RDMA how it has
 * ended, and may have written more before. So TCP's error ends the pair only if the peer says
 * nothing for as long as {@linkplain BlockingReceiver#awaitEnd a verdict} may take.
 *
 * <p>On plain TCP, the kernel of a writer that waits for room probes the peer, whether or not the
 * program has asked for that. So this class has the kernel do the same: it switches keep-alive on
 * for as long as the writer waits, unless the program has it on. It does not ask the peer's JVM
 * instead: a stopped JVM does not answer, and plain TCP keeps its connections.
 *
 * <p>Guarded by the lock of {@link RdmaConnection}.
 */
final class TcpWatch {

  /**
   * For how many half seconds a writer waits, and the peer says nothing, before TCP probes the
   * peer.
   */
  static final int QUIET_TICKS = 60;

  /** A quarter of an hour in all: so long a kernel probes a peer without room by default. */
  static final KeepAlive PROBING = new KeepAlive(true, 60, 60, 15);

  /** How many looks, a second apart: as long as a peer may take to say how it has ended. */
  static final int MOST_LOOKS = 5;

  private final Doorbell tcp;

  /** How many looks in a row have found TCP over. */
  private int looks;

  private int quietTicks;
  private boolean heard;
  private boolean heardSinceLook;

  /** The program's options while this class has set others; else null. */
  private KeepAlive programs;

  TcpWatch(Doorbell tcp) {
    this.tcp = tcp;
  }

  /**
   * To be called every second. Returns whether TCP has been over for long enough, and the peer
   * silent. A peer that goes on by RDMA is alive: a firewall may have dropped its TCP connection,
   * which carries nothing.
   */
  boolean look() {
    looks = tcp.isTcpOver() && !heardSinceLook ? looks + 1 : 0;
    heardSinceLook = false;
    return looks >= MOST_LOOKS;
  }

  /** Bytes or a message of the peer have come, so its kernel works. */
  void heard() {
    heard = true;
    heardSinceLook = true;
  }

  /** To be called every half second. */
  void tick(boolean writerWaits) {
    if (heard || !writerWaits) {
      heard = false;
      giveBack();
    } else if (programs == null && ++quietTicks >= QUIET_TICKS) {
      KeepAlive now = tcp.keepAlive();
      if (now != null && !now.on()) {
        programs = now;
        tcp.keepAlive(PROBING);
      }
    }
  }

  /** Restores the program's options, and begins the wait anew. */
  void giveBack() {
    quietTicks = 0;
    if (programs != null) {
      tcp.keepAlive(programs);
      programs = null;
    }
  }

  /**
   * Takes the error that the kernel ended TCP with, and returns the JDK's words for it; null for a
   * reset, and if a thread that used TCP has already got the error.
   */
  String takeWords() {
    return switch (tcp.takeTcpError()) {
      case Errno.ETIMEDOUT -> "Connection timed out";
      case Errno.EHOSTUNREACH -> "No route to host";
      case Errno.ENETUNREACH -> "Network is unreachable";
      default -> null;
    };
  }
}
