package jfs.core.stats;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.core.transport.TransportKind;

/** Sums over connections. One thread at a time. */
@SuppressWarnings("EnumOrdinal") // an EnumMap is six calls for each use of it, in the interpreter
public final class Totals {

  /**
   * At least as many as there are causes. No array of theirs: a JVM without pairs need not load
   * them.
   */
  static final int MOST_CAUSES = 8;

  /** Indexed by ordinal. */
  private final long[] origins = new long[Origin.values().length];

  // By TransportKind.index.
  private final long[] connections = new long[TransportKind.MOST];
  private final long[] sent = new long[TransportKind.MOST];
  private final long[] received = new long[TransportKind.MOST];

  /** How many of the connections live. */
  private int live;

  private final Map<String, Count> reasons = new HashMap<>();

  /** By transport and cause. Counting takes no memory: there may be none when a transport fails. */
  private final long[][] failures = new long[TransportKind.MOST][MOST_CAUSES];

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

  /**
   * Has all loaded that adding needs. For those who add under a lock of theirs: the JVM tells other
   * agents of each class, and these may use sockets.
   */
  static void prepare() {
    Totals one = new Totals();
    one.addReason("", 1);
    new Totals().add(one);
  }

  void addLive(
      Origin origin, TransportKind transport, Reason reason, long sentBytes, long receivedBytes) {
    live++;
    addConnection(origin, transport, reason);
    addBytes(transport, sentBytes, receivedBytes);
  }

  /** Adds a connection in which JFS has no part. */
  public void addLive(Origin origin, Reason reason, long sentBytes, long receivedBytes) {
    addLive(origin, TransportKind.TCP, reason, sentBytes, receivedBytes);
  }

  int live() {
    return live;
  }

  /** Adds connections that have stayed on TCP. */
  public void addPlain(Origin origin, Reason reason, long more) {
    origins[origin.ordinal()] += more;
    connections[TransportKind.TCP.index()] += more;
    addReason(reason.code(), more);
  }

  /** Adds bytes. */
  public void addBytes(TransportKind transport, long sentBytes, long receivedBytes) {
    int kind = transport.index();
    sent[kind] += sentBytes;
    received[kind] += receivedBytes;
  }

  void addFailure(TransportKind transport, TransportFailure cause) {
    failures[transport.index()][cause.ordinal()]++;
  }

  private void addReason(String code, long more) {
    Count count = reasons.get(code);
    if (count == null) {
      count = new Count();
      reasons.put(code, count);
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
    Map<String, Long> counts = new TreeMap<>();
    reasons.forEach((code, count) -> counts.put(code, count.value));
    return counts;
  }

  /** How often a transport has failed connections, by the codes of the causes that there were. */
  Map<String, Long> failures(TransportKind transport) {
    Map<String, Long> counts = new TreeMap<>();
    for (TransportFailure cause : TransportFailure.values()) {
      long count = failures[transport.index()][cause.ordinal()];
      if (count > 0) {
        counts.put(cause.code(), count);
      }
    }
    return counts;
  }

  /** Adds all sums of another one. */
  void add(Totals other) {
    addAll(origins, other.origins);
    addAll(connections, other.connections);
    addAll(sent, other.sent);
    addAll(received, other.received);
    for (int i = 0; i < failures.length; i++) {
      addAll(failures[i], other.failures[i]);
    }
    for (Map.Entry<String, Count> reason : other.reasons.entrySet()) { // no lambda: see prepare
      addReason(reason.getKey(), reason.getValue().value);
    }
  }

  private static void addAll(long[] to, long[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }
}
