package jfs.shm;

import jfs.core.transport.PairingEnd;
import jfs.core.transport.Registration;

/**
 * A connection that may come to be worth a pair. Most never do, so there is no {@link Entry} until
 * then, and no {@link Exchange}.
 */
final class ShmRegistration implements Registration {

  private final PairingEnd end;
  private final long madeAt = System.nanoTime();

  /**
   * Guarded by the monitor, as the next, which the exchange's thread never takes; null at first.
   */
  private Entry entry;

  private boolean withdrawn;

  ShmRegistration(PairingEnd end) {
    this.end = end;
  }

  @Override
  public void want() {
    Entry wanted = entry();
    if (wanted != null) {
      wanted.want();
    }
  }

  private synchronized Entry entry() {
    if (entry == null && !withdrawn) {
      entry = Exchange.ofProcess().register(end, madeAt);
    }
    return entry;
  }

  @Override
  public void withdraw() {
    Entry known;
    synchronized (this) {
      withdrawn = true;
      known = entry;
    }
    if (known != null) {
      known.withdraw();
    }
  }
}
