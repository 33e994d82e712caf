package jfs.core.switchover;

/**
 * What the threads of a socket on TCP, and those that install a transport, tell each other. It
 * refers to nothing: a transport refers to it, and must not keep a forgotten socket.
 */
final class Handover {

  /** Whether a transport is known, or will be in a moment: reads and writes are JFS's from then. */
  volatile boolean leavesToJfs;

  /** Written by the reader: see {@link jfs.core.transport.Anchor#readsAt}. */
  volatile long readsAt = CarrierAnchor.NOT_READING;
}
