package jfs.core.stats;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;

/** What connections did, added up. One thread at a time. */
final class Totals {

  private final Map<Origin, Count> origins = new EnumMap<>(Origin.class);
  private final Map<TransportKind, Count> connections = new EnumMap<>(TransportKind.class);
  private final Map<TransportKind, Count> sent = new EnumMap<>(TransportKind.class);
  private final Map<TransportKind, Count> received = new EnumMap<>(TransportKind.class);
  private final Map<String, Count> reasons = new HashMap<>();

  private static final class Count {
    private long value;
  }

  void addConnection(Origin origin, TransportKind transport, Reason reason) {
    add(origins, origin, 1);
    add(connections, transport, 1);
    if (transport == TransportKind.TCP) {
      add(reasons, reason.code(), 1);
    }
  }

  void addBytes(TransportKind transport, long sentBytes, long receivedBytes) {
    add(sent, transport, sentBytes);
    add(received, transport, receivedBytes);
  }

  private static <K> void add(Map<K, Count> counts, K key, long more) {
    Count count = counts.get(key);
    if (count == null) {
      count = new Count();
      counts.put(key, count);
    }
    count.value += more;
  }

  long connections(Origin origin) {
    return get(origins, origin);
  }

  long connections(TransportKind transport) {
    return get(connections, transport);
  }

  long sent(TransportKind transport) {
    return get(sent, transport);
  }

  long received(TransportKind transport) {
    return get(received, transport);
  }

  private static <K> long get(Map<K, Count> counts, K key) {
    Count count = counts.get(key);
    return count == null ? 0 : count.value;
  }

  /** Connections that stayed on TCP, by reason, in the order of the codes. */
  Map<String, Long> reasons() {
    Map<String, Long> counts = new TreeMap<>();
    reasons.forEach((code, count) -> counts.put(code, count.value));
    return counts;
  }

  /** Adds everything of another one's. */
  void add(Totals other) {
    addAll(origins, other.origins);
    addAll(connections, other.connections);
    addAll(sent, other.sent);
    addAll(received, other.received);
    addAll(reasons, other.reasons);
  }

  private static <K> void addAll(Map<K, Count> to, Map<K, Count> from) {
    from.forEach((key, count) -> add(to, key, count.value));
  }
}
