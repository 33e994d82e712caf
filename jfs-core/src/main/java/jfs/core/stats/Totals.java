package jfs.core.stats;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.core.transport.TransportKind;

/** Sums over connections. One thread at a time. */
@SuppressWarnings("EnumOrdinal") // an EnumMap is six calls for each use of it, in the interpreter
final class Totals {

  /** Indexed by ordinal. */
  private final long[] origins = new long[Origin.values().length];

  // By TransportKind.index.
  private final long[] connections = new long[TransportKind.MOST];
  private final long[] sent = new long[TransportKind.MOST];
  private final long[] received = new long[TransportKind.MOST];

  private final Map<String, Count> reasons = new HashMap<>();

  /** By transport and code, such as {@code shm.corrupt}. */
  private final Map<String, Count> failures = new HashMap<>();

  private static final class Count {
    private long value;
  }

  void addConnection(Origin origin, TransportKind transport, Reason reason) {
    origins[origin.ordinal()]++;
    connections[transport.index()]++;
    if (transport == TransportKind.TCP) {
      addReason(reason.code(), 1);
    }
  }

  /** Adds connections that have stayed on TCP. */
  void addPlain(Origin origin, Reason reason, long more) {
    origins[origin.ordinal()] += more;
    connections[TransportKind.TCP.index()] += more;
    addReason(reason.code(), more);
  }

  void addBytes(TransportKind transport, long sentBytes, long receivedBytes) {
    int kind = transport.index();
    sent[kind] += sentBytes;
    received[kind] += receivedBytes;
  }

  void addFailure(TransportKind transport, TransportFailure cause) {
    add(failures, transport.label() + "." + cause.code(), 1);
  }

  private void addReason(String code, long more) {
    add(reasons, code, more);
  }

  private static void add(Map<String, Count> counts, String code, long more) {
    Count count = counts.get(code);
    if (count == null) {
      count = new Count();
      counts.put(code, count);
    }
    count.value += more;
  }

  long connections(Origin origin) {
    return origins[origin.ordinal()];
  }

  long connections(TransportKind transport) {
    return connections[transport.index()];
  }

  long sent(TransportKind transport) {
    return sent[transport.index()];
  }

  long received(TransportKind transport) {
    return received[transport.index()];
  }

  /** Connections that stayed on TCP, by reason, in the order of the codes. */
  Map<String, Long> reasons() {
    return sorted(reasons);
  }

  /** How often transports have failed, by transport and cause: {@code shm.peer-lost}. */
  Map<String, Long> failures() {
    return sorted(failures);
  }

  private static Map<String, Long> sorted(Map<String, Count> counts) {
    Map<String, Long> sorted = new TreeMap<>();
    counts.forEach((code, count) -> sorted.put(code, count.value));
    return sorted;
  }

  /** Adds all sums of another one. */
  void add(Totals other) {
    addAll(origins, other.origins);
    addAll(connections, other.connections);
    addAll(sent, other.sent);
    addAll(received, other.received);
    other.reasons.forEach((code, count) -> add(reasons, code, count.value));
    other.failures.forEach((code, count) -> add(failures, code, count.value));
  }

  private static void addAll(long[] to, long[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }
}
