package jfs.shm.control;

import jfs.core.transport.PairingEnd;
import jfs.core.transport.Registration;

/**
 * A connection that may become worth a pair. Most never do, so it makes no {@link ShmEndpoint} and
 * no {@link ShmConnectionManager} before that.
 */
public final class ShmRegistration implements Registration {

  private final PairingEnd end;
  private final ShmManagerThread thread;
  private final long madeAt;

  /**
   * Null at first. Guarded by the monitor, as is the next field; the manager's thread never takes
   * it.
   */
  private ShmEndpoint endpoint;

  private boolean withdrawn;

  /** Makes the registration of an end. */
  public ShmRegistration(PairingEnd end, ShmManagerThread thread) {
    this.end = end;
    this.thread = thread;
    madeAt = System.nanoTime() - end.ageNanos();
  }

  @Override
  public void want() {
    ShmEndpoint wanted = endpoint();
    if (wanted != null) {
      wanted.want();
    }
  }

  private synchronized ShmEndpoint endpoint() {
    if (endpoint == null && !withdrawn) {
      endpoint = thread.register(end, madeAt);
    }
    return endpoint;
  }

  @Override
  public void withdraw() {
    ShmEndpoint known;
    synchronized (this) {
      withdrawn = true;
      known = endpoint;
    }
    if (known != null) {
      known.withdraw();
    }
  }
}
