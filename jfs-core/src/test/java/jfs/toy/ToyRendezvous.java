package jfs.toy;

import jfs.core.runtime.Cleaning;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.RegisteredEndpoint;
import jfs.core.transport.Registration;

/**
 * Where the ends of this JVM's connections find each other. Of the two ends of a connection the one
 * that comes second finds the first, and its thread pairs both: the monitor puts them in order.
 *
 * <p>A thread that holds this monitor takes those of the ends. No thread comes here with one of
 * them held.
 */
final class ToyRendezvous {

  private final EndpointRegistry<Endpoint> endpoints = new EndpointRegistry<>();

  /** An end that may want a pair, and can be collected all the same. */
  private final class Endpoint extends RegisteredEndpoint implements Registration {

    Endpoint(PairingEnd end) {
      super(end, endpoints);
    }

    @Override
    public void want() {
      // Asks for the addresses first: to learn them may take a lock of the socket.
      if (ends().isKnown()) {
        meet(this);
      }
    }

    @Override
    public void withdraw() {
      endpoints.remove(this);
    }
  }

  Registration register(PairingEnd end) {
    return new Endpoint(end);
  }

  private synchronized void meet(Endpoint endpoint) {
    PairingEnd own = endpoint.get();
    endpoints.add(endpoint);
    if (own == null || !own.isFree()) {
      endpoints.remove(endpoint); // it may have been withdrawn before it was added
      return;
    }
    Endpoint found = endpoints.find(endpoint.ends().mirrored());
    PairingEnd other = found == null ? null : found.get();
    if (other == null) {
      own.explain(Reason.NO_PEER); // the other end may come later, and then finds this one
    } else if (!other.isFree()) {
      own.explain(other.obstacle());
    } else if (own.isFree()) {
      // A four-tuple may be used again. But this end was connected before the look at the other,
      // and still is after it: so the other can only be its peer, and no later connection's end.
      pair(own, other);
    }
  }

  /**
   * Installs a transport at both ends, and commits. Either program may close its end meanwhile,
   * which aborts the pair if it has not been committed before.
   */
  private static void pair(PairingEnd one, PairingEnd other) {
    ToyPair pair = new ToyPair();
    ToyTransport ofOne = new ToyTransport(pair, pair.there, pair.back, one.anchor());
    ToyTransport ofOther = new ToyTransport(pair, pair.back, pair.there, other.anchor());
    if (one.install(ofOne) && other.install(ofOther) && pair.commit()) {
      Cleaning.register(one, ofOne.stream()::abandoned);
      Cleaning.register(other, ofOther.stream()::abandoned);
    } else {
      pair.abort();
      one.uninstall(ofOne, other.obstacle());
      other.uninstall(ofOther, one.obstacle());
    }
  }
}
