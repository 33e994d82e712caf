package jfs.rdma;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;

/** This JVM's ends of TCP connections, by four-tuple. Any thread may call. */
final class EndpointRegistry {

  private final ConcurrentMap<FourTuple, RegisteredEndpoint> ends = new ConcurrentHashMap<>();
  private final ReferenceQueue<PairingEnd> forgotten = new ReferenceQueue<>();

  /** Enters an end. */
  RegisteredEndpoint add(Reactor reactor, PairingEnd end) {
    for (Reference<?> dead = forgotten.poll(); dead != null; dead = forgotten.poll()) {
      remove((RegisteredEndpoint) dead);
    }
    RegisteredEndpoint registered = new RegisteredEndpoint(reactor, end, forgotten);
    ends.put(registered.ends(), registered);
    return registered;
  }

  void remove(RegisteredEndpoint registered) {
    ends.remove(registered.ends(), registered);
  }

  /** The end with these addresses, or null. */
  RegisteredEndpoint find(FourTuple tuple) {
    return ends.get(tuple);
  }

  Collection<RegisteredEndpoint> all() {
    return ends.values();
  }
}
