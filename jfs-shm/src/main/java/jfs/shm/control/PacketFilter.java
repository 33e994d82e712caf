package jfs.shm.control;

import jfs.core.host.HostServices;
import jfs.core.transport.PairingEnd;

/**
 * Whether the kernel drops packets without a mark for an end's socket; see {@link MarkProof}. It
 * must not any more when the socket is closed: the kernel would go on for what the program has sent
 * last, and lose it. So whoever closes the socket ends this first. Any thread may call; takes no
 * memory.
 */
final class PacketFilter {

  private final HostServices services = HostServices.installed();
  private final PairingEnd end;
  private final long cookie;

  /** Guarded by the monitor, as is the next field. A thread holds that for a system call only. */
  private boolean on;

  private boolean closed;

  /** How many packets the kernel had dropped for whatever reason before this began. */
  private long before;

  private boolean mayHaveDropped;

  /** Takes an end and the cookie of its socket. */
  PacketFilter(PairingEnd end, long cookie) {
    this.end = end;
    this.cookie = cookie;
  }

  /** Begins; false if the program is closing the socket, or the kernel does not do that. */
  synchronized boolean begin() {
    if (!closed) {
      before = services.dropped(end.descriptor());
      on = services.filter(end.descriptor(), cookie, true);
    }
    return on;
  }

  /** Ends; false if the kernel has not said that it drops no packets any more. */
  synchronized boolean end() {
    if (on && services.filter(end.descriptor(), cookie, false)) {
      mayHaveDropped(); // the last time: the socket may be closed after that
      on = false;
    }
    return !on;
  }

  /**
   * Whether the kernel has dropped packets since this began, as far as it tells. It also counts
   * those that it drops for other reasons.
   */
  synchronized boolean mayHaveDropped() {
    if (on && !mayHaveDropped) {
      long now = services.dropped(end.descriptor());
      mayHaveDropped = now < 0 || now != before;
    }
    return mayHaveDropped;
  }

  /** Ends for good, before the socket is closed. */
  synchronized void close() {
    closed = true;
    end();
  }
}
