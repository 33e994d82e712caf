package jfs.rdma;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.InetSocketAddress;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Registration;

/** An end of a connection in the books of its JVM. Forgotten ends can be collected. */
final class Entry extends WeakReference<PairingEnd> implements Registration {

  private final Reactor reactor;
  private final FourTuple ends;
  private final boolean connector;

  /** What was begun for it, or null. The reactor's thread's own. */
  Pair pair;

  Entry(Reactor reactor, PairingEnd end, ReferenceQueue<PairingEnd> forgotten) {
    super(end, forgotten);
    this.reactor = reactor;
    ends = end.ends();
    connector = end.isConnector();
  }

  /** The four-tuple, as this end sees it. */
  FourTuple ends() {
    return ends;
  }

  boolean isConnector() {
    return connector;
  }

  /** Where this end is. */
  InetSocketAddress local() {
    return new InetSocketAddress(ends.localAddress(), ends.localPort());
  }

  /**
   * The pair is no more. Its transport holds the socket of an end that may have been forgotten, and
   * the books hold this entry for longer.
   */
  void forget(Pair over) {
    if (pair == over) {
      pair = null;
    }
  }

  /** It asks, or waits for its turn to. Written by the reactor's thread. */
  volatile boolean asking;

  /** Its connection is over. */
  private volatile boolean withdrawn;

  boolean isWithdrawn() {
    return withdrawn;
  }

  /** How often the other end was asked for in vain. The reactor's thread's own. */
  int attempts;

  /** Who connected asks; who accepted waits to be asked. */
  @Override
  public void want() {
    if (connector) {
      try {
        reactor.execute(() -> reactor.pairing().connect(this));
      } catch (OutOfMemoryError e) {
        // The program reads or writes just now, and is to have what it read. It asks again later.
      }
    }
  }

  @Override
  public void withdraw() {
    withdrawn = true;
    reactor.books().remove(this);
    // The reactor writes the one and reads the other, so one of the two sees the other's doing.
    if (asking) {
      try {
        reactor.execute(() -> reactor.pairing().withdrawn(this));
      } catch (VirtualMachineError | LinkageError e) {
        // No memory. The program closes just now. What was asked for is given up when no answer
        // comes.
      }
    }
  }
}
