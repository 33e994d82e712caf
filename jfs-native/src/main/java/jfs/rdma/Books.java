package jfs.rdma;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;

/** Which ends this JVM holds. Any thread may call. */
final class Books {

  private final ConcurrentMap<FourTuple, Entry> ends = new ConcurrentHashMap<>();
  private final ReferenceQueue<PairingEnd> forgotten = new ReferenceQueue<>();

  /** Enters an end. */
  Entry add(Reactor reactor, PairingEnd end) {
    for (Reference<?> dead = forgotten.poll(); dead != null; dead = forgotten.poll()) {
      remove((Entry) dead);
    }
    Entry entry = new Entry(reactor, end, forgotten);
    ends.put(entry.ends(), entry);
    return entry;
  }

  void remove(Entry entry) {
    ends.remove(entry.ends(), entry);
  }

  /** The end with these addresses, or null. */
  Entry find(FourTuple tuple) {
    return ends.get(tuple);
  }

  Collection<Entry> all() {
    return ends.values();
  }
}
