package jfs.core.switchover;

/**
 * How far an end of a connection is on its way from TCP to a transport. {@code docs/protocol.md}
 * has the same words, and says what the peer knows in each state.
 */
enum NegotiationState {
  /**
   * The program's bytes go by TCP. The transport's provider may look for the peer, and either end
   * may have an offer out. A close, a half-close or urgent data takes the end to {@link #ABORTED}.
   */
  TCP,
  /**
   * A transport is installed: this end follows if the peer switches, and does not switch itself. A
   * close, a half-close, urgent data, or the loss of the link takes the end to {@link #ABORTED} or,
   * in the last case, back to {@link #TCP}, unless both ends have committed by then.
   */
  INSTALLED,
  /**
   * Both ends use the transport, for good. Each direction switches with the next write in it; until
   * then its half-close and its close are TCP's own. The loss of the link, or the death of the
   * peer, is the connection's.
   */
  COMMITTED,
  /** The connection stays on TCP, for good. */
  ABORTED
}
