package jfs.rdma.cm;

import java.net.InetAddress;
import jfs.core.transport.Reason;
import jfs.rdma.verbs.Verbs;

/**
 * Whether this host has verbs, and devices at its addresses. Any thread may call, but for what is
 * said to be for the reactor's.
 */
final class Availability {

  private final Tasks tasks;
  private final Reopening reopening;
  private final LocalAddresses addresses = new LocalAddresses();

  /** Null before they are open. Written by the reactor's thread, as the one below. */
  private volatile Verbs verbs;

  /** Why there are none; null as long as that is not known, and once they are open. */
  private volatile Reason failure;

  Availability(Tasks tasks, Reopening reopening) {
    this.tasks = tasks;
    this.reopening = reopening;
  }

  /** Asks for the devices of an address on the reactor's thread. */
  private final class Question implements Runnable {
    private final InetAddress local;

    Question(InetAddress local) {
      this.local = local;
    }

    @Override
    public void run() {
      ask(local);
    }
  }

  /** Why connections from this address need no registration, or null. */
  Reason refusal(InetAddress local) {
    Reason failed = failure;
    if (failed != null) {
      reopening.wanted();
      return failed;
    }
    if (addresses.isToBeAsked(local, System.nanoTime())) {
      tasks.execute(new Question(local));
    }
    return addresses.isKnownToLack(local) ? RdmaReasons.NO_DEVICE : null;
  }

  /** The same on the reactor's thread, which waits for the answer. */
  Reason refusalNow(InetAddress local) {
    ask(local);
    return refusal(local);
  }

  private void ask(InetAddress local) {
    if (addresses.isToBeAsked(local, System.nanoTime())) {
      addresses.answered(local, verbs.serves(local), System.nanoTime());
    }
  }

  /** Why there are no verbs; null if there are, or if that is not known yet. */
  Reason failure() {
    return failure;
  }

  /** Whether there are verbs, and a thread that works with them. */
  boolean isOpen() {
    return verbs != null && failure == null;
  }

  /** There are verbs. For the reactor's thread. */
  void opened(Verbs opened) {
    verbs = opened;
    failure = null;
  }

  /** There are no verbs, or not any more. For the reactor's thread. */
  void failed(Reason reason) {
    failure = reason;
  }

  /** Devices have come, gone or changed. */
  void devicesChanged() {
    addresses.forget();
  }
}
