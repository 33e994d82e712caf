package jfs.core.stats;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;

/** What connections did, added up. Any thread may add. */
final class Totals {

  private final Map<Origin, LongAdder> origins = adders(Origin.class);
  private final Map<TransportKind, LongAdder> connections = adders(TransportKind.class);
  private final Map<TransportKind, LongAdder> sent = adders(TransportKind.class);
  private final Map<TransportKind, LongAdder> received = adders(TransportKind.class);
  private final ConcurrentMap<String, LongAdder> reasons = new ConcurrentHashMap<>();

  /** Filled once and only read afterwards, so that an {@link EnumMap} will do. */
  private static <K extends Enum<K>> Map<K, LongAdder> adders(Class<K> keys) {
    Map<K, LongAdder> adders = new EnumMap<>(keys);
    for (K key : keys.getEnumConstants()) {
      adders.put(key, new LongAdder());
    }
    return adders;
  }

  void addConnection(Origin origin, TransportKind transport, Reason reason) {
    origins.get(origin).increment();
    connections.get(transport).increment();
    if (transport == TransportKind.TCP) {
      reason(reason.code()).increment();
    }
  }

  private LongAdder reason(String code) {
    LongAdder count = reasons.get(code);
    if (count == null) {
      LongAdder fresh = new LongAdder();
      LongAdder earlier = reasons.putIfAbsent(code, fresh);
      count = earlier == null ? fresh : earlier;
    }
    return count;
  }

  void addBytes(TransportKind transport, long sentBytes, long receivedBytes) {
    sent.get(transport).add(sentBytes);
    received.get(transport).add(receivedBytes);
  }

  long connections(Origin origin) {
    return origins.get(origin).sum();
  }

  long connections(TransportKind transport) {
    return connections.get(transport).sum();
  }

  long sent(TransportKind transport) {
    return sent.get(transport).sum();
  }

  long received(TransportKind transport) {
    return received.get(transport).sum();
  }

  /** Connections that stayed on TCP, by reason, in the order of the codes. */
  Map<String, Long> reasons() {
    Map<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, LongAdder> reason : reasons.entrySet()) {
      counts.put(reason.getKey(), reason.getValue().sum());
    }
    return counts;
  }

  /** Adds everything of another one's. */
  void add(Totals other) {
    add(origins, other.origins);
    add(connections, other.connections);
    add(sent, other.sent);
    add(received, other.received);
    for (Map.Entry<String, LongAdder> reason : other.reasons.entrySet()) {
      reason(reason.getKey()).add(reason.getValue().sum());
    }
  }

  private static <K> void add(Map<K, LongAdder> to, Map<K, LongAdder> from) {
    for (Map.Entry<K, LongAdder> count : from.entrySet()) {
      to.get(count.getKey()).add(count.getValue().sum());
    }
  }
}
