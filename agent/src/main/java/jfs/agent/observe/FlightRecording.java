package jfs.agent.observe;

import java.util.Map;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jfs.core.config.Log;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Connections;
import jfs.core.stats.ConnectionsBean;
import jfs.core.stats.PlainEnds;
import jfs.core.transport.TransportFailure;
import jfs.core.transport.TransportKind;
import jfs.core.transport.Transports;

/** Makes events of what becomes of connections, in a JVM that has a flight recorder. */
public final class FlightRecording implements Runnable {

  /** Whether an event could not be made, which is logged with the next totals. */
  private static volatile boolean failed;

  private final Runnable plainObserved;
  private final boolean awaitsRecorder;

  /**
   * Makes it; {@link #run} begins.
   *
   * @param plainObserved has connections observed in which JFS has no part
   * @param awaitsRecorder whether the recorder's classes are there, but perhaps not the recorder
   */
  public FlightRecording(Runnable plainObserved, boolean awaitsRecorder) {
    this.plainObserved = plainObserved;
    this.awaitsRecorder = awaitsRecorder;
  }

  @Override
  public void run() {
    try {
      if (awaitsRecorder) {
        awaitRecorder();
      }
      FlightRecorder.register(ConnectionUpgraded.class);
      FlightRecorder.register(ConnectionStayed.class);
      FlightRecorder.register(TransportFailed.class);
      FlightRecorder.register(ConnectionTotals.class);
      FlightRecorder.addPeriodicEvent(ConnectionTotals.class, FlightRecording::totals);
      ConnectionStats.observeUpgrades(stats -> tell(() -> upgraded(stats)));
      ConnectionStats.observeFailures(
          (stats, kind, cause) -> tell(() -> failed(stats, kind, cause)));
      Connections.ofProcess().observeEnds(stats -> tell(() -> ended(stats)));
      PlainEnds.observe(connection -> tell(() -> stayed(connection)));
      plainObserved.run();
    } catch (RuntimeException | LinkageError e) {
      Log.debug("no events", e);
    } catch (InterruptedException e) {
      Log.debug("no events: interrupted");
    }
  }

  /** The JVM may have its classes from an AOT cache (JEP 483), and never start it. */
  private static void awaitRecorder() throws InterruptedException {
    LongerPauses pauses = new LongerPauses();
    while (!FlightRecorder.isInitialized()) {
      pauses.pause();
    }
  }

  /** The program's thread does not notice if an event cannot be made. */
  private static void tell(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException | Error e) {
      failed = true;
    }
  }

  private static void upgraded(ConnectionStats stats) {
    ConnectionUpgraded event = new ConnectionUpgraded();
    if (event.isEnabled()) {
      ConnectionReport connection = ConnectionReport.of(stats);
      event.describe(connection);
      event.transport = connection.via();
      event.commit();
    }
  }

  private static void failed(ConnectionStats stats, TransportKind kind, TransportFailure cause) {
    TransportFailed event = new TransportFailed();
    if (event.isEnabled()) {
      ConnectionReport connection = ConnectionReport.of(stats);
      event.describe(connection);
      event.transport = kind.label();
      event.cause = cause.code();
      event.commit();
    }
  }

  private static void ended(ConnectionStats stats) {
    if (stats.transport() == TransportKind.TCP) {
      stayed(() -> ConnectionReport.of(stats));
    }
  }

  private static void stayed(Supplier<ConnectionReport> ended) {
    ConnectionStayed event = new ConnectionStayed();
    if (event.isEnabled()) {
      ConnectionReport connection = ended.get();
      event.describe(connection);
      event.reason = connection.reason();
      event.sent = connection.sent();
      event.received = connection.received();
      event.commit();
    }
  }

  private static void totals() {
    if (failed) {
      failed = false;
      Log.debug("some events of connections could not be made");
    }
    ConnectionsBean all =
        new ConnectionsBean(Connections.ofProcess(), Transports.installed().kinds());
    Map<String, Long> sent = all.getSent();
    Map<String, Long> received = all.getReceived();
    all.getConnections()
        .forEach(
            (transport, connections) -> {
              ConnectionTotals event = new ConnectionTotals();
              event.transport = transport;
              event.connections = connections;
              event.sent = sent.get(transport);
              event.received = received.get(transport);
              event.commit();
            });
  }
}
