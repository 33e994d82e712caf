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

  private final PairingEnd end;
  private final long cookie;

  /** Guarded by the monitor, as is the next field. A thread holds that for a system call only. */
  private boolean on;

  private boolean closed;

  /** Takes an end and the cookie of its socket. */
  PacketFilter(PairingEnd end, long cookie) {
    this.end = end;
    this.cookie = cookie;
  }

  /** Begins; false if the program is closing the socket, or the kernel does not do that. */
  synchronized boolean begin() {
    on = !closed && HostServices.installed().filter(end.descriptor(), cookie, true);
    return on;
  }

  /** Ends; false if the kernel has not said that it drops no packets any more. */
  synchronized boolean end() {
    boolean ended = !on || HostServices.installed().filter(end.descriptor(), cookie, false);
    on &= !ended;
    return ended;
  }

  /** Ends for good, before the socket is closed. */
  synchronized void close() {
    closed = true;
    end();
  }
}
