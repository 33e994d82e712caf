package jfs.rdma;

import jfs.core.host.KeepAlive;
import jfs.natives.Errno;

/**
 * Looks after the TCP connection under a pair whose bytes go by RDMA, where no thread would notice
 * its end. The peer's device goes on answering when the peer's kernel hangs; TCP does not, and has
 * an error for the program if that, or the program, has the kernel probe the peer.
 *
 * <p>A reset or a clean end of TCP says nothing by itself: the peer also says over RDMA how it has
 * ended, and may have written more before. So the pair ends by TCP's error only where the peer says
 * nothing for as long as {@linkplain RdmaReceiver#awaitEnd a verdict} may take.
 *
 * <p>A writer that waits for room would have the kernel probe the peer's on plain TCP, whether or
 * not the program asked for that. So its kernel is made to here: keep-alive is switched on for as
 * long as the writer waits, unless the program has it on. The peer's JVM is not asked instead: one
 * that is stopped does not answer, and plain TCP keeps its connections.
 *
 * <p>Guarded by the wire's monitor.
 */
final class TcpWatch {

  /** Half seconds that a writer waits, and the peer says nothing, before TCP probes the peer. */
  static final int QUIET_TICKS = 60;

  /** A quarter of an hour in all, as long as a kernel probes a peer without room by default. */
  static final KeepAlive PROBING = new KeepAlive(true, 60, 60, 15);

  /** A second apart: as long as a peer may take to say how it has ended. */
  static final int MOST_LOOKS = 5;

  private final Doorbell tcp;

  /** How many looks in a row have found TCP over. */
  private int looks;

  private int quietTicks;
  private boolean heard;
  private boolean heardSinceLook;

  /** What the program has set, while this has set something else; else null. */
  private KeepAlive programs;

  TcpWatch(Doorbell tcp) {
    this.tcp = tcp;
  }

  /**
   * To be called every second; whether TCP has been over for long enough, and the peer silent. One
   * that goes on by RDMA lives: a firewall may have forgotten its TCP, which carries nothing.
   */
  boolean look() {
    looks = tcp.isTcpOver() && !heardSinceLook ? looks + 1 : 0;
    heardSinceLook = false;
    return looks >= MOST_LOOKS;
  }

  /** The peer's JVM has said something, so its kernel lives. */
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

  /** The program's options are its own again, for a while at least. */
  void giveBack() {
    quietTicks = 0;
    if (programs != null) {
      tcp.keepAlive(programs);
      programs = null;
    }
  }

  /**
   * What the JDK says of the error that the kernel ended TCP with, which is taken; null for that of
   * a reset, and where a thread that read or wrote TCP was told of it.
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
