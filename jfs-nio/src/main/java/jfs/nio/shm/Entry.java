package jfs.nio.shm;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;

/** An end of a connection in the books of its JVM. Forgotten ends can be collected. */
final class Entry extends WeakReference<PairingEnd> implements Registration {

  private final Exchange exchange;
  private final FourTuple ends;

  private volatile boolean entered;
  private volatile boolean withdrawn;

  /** Whether the other end is to be looked for. */
  private volatile boolean wanted;

  /** What was offered, or agreed on. The exchange's thread's own. */
  ShmTransport transport;

  Entry(Exchange exchange, PairingEnd end, ReferenceQueue<PairingEnd> forgotten) {
    super(end, forgotten);
    this.exchange = exchange;
    this.ends = end.ends();
  }

  /** The four-tuple, as this end sees it. */
  FourTuple ends() {
    return ends;
  }

  /** Says why the connection is on TCP, if its end is not forgotten. */
  void explain(Reason reason) {
    PairingEnd end = get();
    if (end != null) {
      end.explain(reason);
    }
  }

  boolean isWanted() {
    return wanted;
  }

  /** Entered and then looked, withdrawn and then removed: whichever comes second removes it. */
  @Override
  public void enter() {
    if (!entered) {
      entered = true;
      exchange.enter(this);
      if (withdrawn) {
        exchange.books().remove(this);
      }
    }
  }

  @Override
  public void want() {
    enter();
    wanted = true;
    exchange.execute(() -> exchange.look(this));
  }

  @Override
  public void withdraw() {
    withdrawn = true;
    if (entered) {
      exchange.books().remove(this);
    }
  }
}
