package jfs.core.stats;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import jfs.core.config.Version;
import jfs.core.transport.TransportKind;
import jfs.core.wait.WaitCounts;

/** The figures of {@link Connections}. Any thread may call. */
public final class ConnectionsBean implements ConnectionsMXBean {

  private final Connections connections;
  private final List<TransportKind> kinds;

  /** Takes the kinds of transports that this JVM has. */
  public ConnectionsBean(Connections connections, List<TransportKind> kinds) {
    this.connections = connections;
    this.kinds = List.copyOf(kinds);
  }

  @Override
  public String getVersion() {
    return Version.string();
  }

  @Override
  public long getOpened() {
    return connections.snapshot().connections(Origin.OPENED);
  }

  @Override
  public long getAccepted() {
    return connections.snapshot().connections(Origin.ACCEPTED);
  }

  @Override
  public int getLive() {
    return connections.liveCount();
  }

  @Override
  public Map<String, Long> getConnections() {
    return byTransport(connections.snapshot()::connections);
  }

  @Override
  public Map<String, Long> getSent() {
    return byTransport(connections.snapshot()::sent);
  }

  @Override
  public Map<String, Long> getReceived() {
    return byTransport(connections.snapshot()::received);
  }

  /**
   * All figures, for another JVM: {@code opened}, {@code accepted}, {@code connections.TRANSPORT},
   * {@code sent.TRANSPORT}, {@code received.TRANSPORT}, {@code reasons.CODE}, {@code
   * failures.TRANSPORT.CODE}, {@code waits.WHAT}.
   */
  public Map<String, Long> all() {
    Totals totals = connections.snapshot();
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("opened", totals.connections(Origin.OPENED));
    all.put("accepted", totals.connections(Origin.ACCEPTED));
    byTransport(totals::connections).forEach((kind, n) -> all.put("connections." + kind, n));
    byTransport(totals::sent).forEach((kind, n) -> all.put("sent." + kind, n));
    byTransport(totals::received).forEach((kind, n) -> all.put("received." + kind, n));
    totals.reasons().forEach((code, n) -> all.put("reasons." + code, n));
    failures(totals).forEach((code, n) -> all.put("failures." + code, n));
    WaitCounts.all().forEach((what, n) -> all.put("waits." + what, n));
    return all;
  }

  private Map<String, Long> failures(Totals totals) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (TransportKind kind : kinds) {
      totals.failures(kind).forEach((code, n) -> all.put(kind.label() + "." + code, n));
    }
    return all;
  }

  private Map<String, Long> byTransport(ToLongFunction<TransportKind> figure) {
    Map<String, Long> figures = new LinkedHashMap<>();
    for (TransportKind kind : kinds) {
      figures.put(kind.label(), figure.applyAsLong(kind));
    }
    return figures;
  }

  @Override
  public Map<String, Long> getReasons() {
    return connections.snapshot().reasons();
  }

  @Override
  public Map<String, Long> getFailures() {
    return failures(connections.snapshot());
  }

  @Override
  public Map<String, Long> getWaits() {
    return WaitCounts.all();
  }

  @Override
  public String getStreams() {
    String streams = StreamsState.get();
    return streams == null ? "" : streams;
  }
}
