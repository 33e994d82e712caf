package jfs.core.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import jfs.core.config.Version;
import jfs.core.transport.TransportKind;
import jfs.core.transport.Transports;

/** The one-line JSON summary of all connections of a JVM. */
public final class JsonSummary {

  private JsonSummary() {}

  /** The summary of this process's connections, without a line end. */
  public static String of(Connections connections) {
    return of(
        connections,
        Transports.installed().kinds(),
        Version.string(),
        pid(),
        System.getProperty("java.version"));
  }

  /** Read from /proc where there is one: {@link ProcessHandle} takes milliseconds to load. */
  private static long pid() {
    try {
      return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/self")).toString());
    } catch (IOException | NumberFormatException | UnsupportedOperationException e) {
      return ProcessHandle.current().pid();
    }
  }

  static String of(
      Connections connections, List<TransportKind> kinds, String version, long pid, String java) {
    Totals totals = connections.snapshot();
    StringJoiner counts = new StringJoiner(",", "{", "}");
    StringJoiner bytes = new StringJoiner(",", "{", "}");
    for (TransportKind transport : kinds) {
      String name = Json.string(transport.label());
      counts.add(name + ":" + totals.connections(transport));
      bytes.add(
          name
              + (":{\"sent\":" + totals.sent(transport))
              + (",\"received\":" + totals.received(transport) + "}"));
    }
    StringJoiner reasons = new StringJoiner(",", "{", "}");
    for (Map.Entry<String, Long> reason : totals.reasons().entrySet()) {
      reasons.add(Json.string(reason.getKey()) + ":" + reason.getValue());
    }
    StringJoiner summary = new StringJoiner(",", "{", "}");
    summary
        .add("\"jfs\":" + Json.string(version))
        .add("\"pid\":" + pid)
        .add("\"java\":" + Json.string(java))
        .add("\"opened\":" + totals.connections(Origin.OPENED))
        .add("\"accepted\":" + totals.connections(Origin.ACCEPTED))
        .add("\"connections\":" + counts)
        .add("\"bytes\":" + bytes)
        .add("\"reasons\":" + reasons);
    String streams = StreamsState.get();
    if (streams != null) {
      summary.add("\"streams\":" + Json.string(streams));
    }
    return summary.toString();
  }
}
