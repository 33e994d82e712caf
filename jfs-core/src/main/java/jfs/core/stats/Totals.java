package jfs.core.stats;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;

/** What all connections that have ended did. Any thread may add. */
final class Totals {

  private final Map<Origin, LongAdder> origins = adders(Origin.class);
  private final Map<TransportKind, LongAdder> connections = adders(TransportKind.class);
  private final Map<TransportKind, LongAdder> sent = adders(TransportKind.class);
  private final Map<TransportKind, LongAdder> received = adders(TransportKind.class);
  private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();

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
      reasons.computeIfAbsent(reason.code(), code -> new LongAdder()).increment();
    }
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
    reasons.forEach((code, count) -> counts.put(code, count.sum()));
    return counts;
  }

  /** Adds everything of another one's. */
  void add(Totals other) {
    other.origins.forEach((key, count) -> origins.get(key).add(count.sum()));
    other.connections.forEach((key, count) -> connections.get(key).add(count.sum()));
    other.sent.forEach((key, count) -> sent.get(key).add(count.sum()));
    other.received.forEach((key, count) -> received.get(key).add(count.sum()));
    other.reasons.forEach(
        (key, count) -> reasons.computeIfAbsent(key, code -> new LongAdder()).add(count.sum()));
  }
}
