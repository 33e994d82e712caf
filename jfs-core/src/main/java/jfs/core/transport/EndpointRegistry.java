package jfs.core.transport;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The ends of connections that this JVM holds and that a transport may serve, by four-tuple. Any
 * thread may call.
 *
 * @param <E> what the transport knows of an end
 */
public final class EndpointRegistry<E extends RegisteredEndpoint> {

  private final ConcurrentMap<FourTuple, E> ends = new ConcurrentHashMap<>();
  private final ReferenceQueue<PairingEnd> forgotten = new ReferenceQueue<>();

  /** Where ends turn up that were collected. */
  ReferenceQueue<PairingEnd> forgotten() {
    return forgotten;
  }

  /** Adds an end; drops collected ones. */
  public void add(E endpoint) {
    for (Reference<?> dead = forgotten.poll(); dead != null; dead = forgotten.poll()) {
      remove((RegisteredEndpoint) dead);
    }
    ends.put(endpoint.ends(), endpoint);
  }

  /** Removes an end, unless another one has its addresses by now. */
  public void remove(RegisteredEndpoint endpoint) {
    ends.remove(endpoint.ends(), endpoint);
  }

  /** The end with these addresses, or null. */
  public E find(FourTuple tuple) {
    return ends.get(tuple);
  }

  /** All ends, in no order. */
  public Collection<E> all() {
    return ends.values();
  }
}
