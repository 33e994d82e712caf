package jfs.core.stats;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;

/**
 * What JFS tells of one live connection. The reader may be another JVM with another version of JFS,
 * so the fields are words and not enums.
 *
 * @param number the number of the connection in its JVM; numbers follow the order in which JFS got
 *     a part in connections
 * @param since when it was made, in milliseconds since the epoch
 * @param origin {@code opened} or {@code accepted}
 * @param local address and port of this end
 * @param remote address and port of the other end
 * @param via what carries its bytes
 * @param sent bytes that the application gave to it
 * @param received bytes that the application got from it
 * @param state the word for its {@link ConnectionState}
 * @param reason why it, or one of its directions, is on TCP; empty if neither is
 */
public record ConnectionReport(
    int number,
    long since,
    String origin,
    String local,
    String remote,
    String via,
    long sent,
    long received,
    String state,
    String reason) {

  private static final String SEPARATOR = "\t";
  private static final int FIELDS = 10;

  /**
   * Reports on a connection; empty if it has ended. Takes no lock that a program's thread may hold
   * for long, so it tells only addresses that are {@linkplain Connections#learn known}.
   */
  public static Optional<ConnectionReport> of(Connections.Live connection) {
    ConnectionReport report = of(connection.number(), connection.stats());
    // Looked at last: what has ended meanwhile may have been counted twice.
    return connection.stats().isFolded() ? Optional.empty() : Optional.of(report);
  }

  /** Reports on a connection that may have ended; its number is not known. */
  public static ConnectionReport of(ConnectionStats stats) {
    return of(0, stats);
  }

  private static ConnectionReport of(int number, ConnectionStats stats) {
    FourTuple ends = stats.ends();
    TransportKind via = stats.transport();
    return new ConnectionReport(
        number,
        stats.since(),
        stats.origin().name().toLowerCase(Locale.ROOT),
        ends == null ? "?" : address(ends.knownLocalAddress(), ends.localPort()),
        ends == null ? "?" : address(ends.remoteAddress(), ends.remotePort()),
        via.label(),
        stats.sent(),
        stats.received(),
        stats.state().label(),
        isExplained(via, stats.reason()) ? stats.reason().code() : "");
  }

  /** Whether it is on TCP, wholly or in a direction that has returned there. */
  private static boolean isExplained(TransportKind via, Reason reason) {
    return via == TransportKind.TCP || reason.equals(Reason.NO_MEMORY);
  }

  /** Reports on a connection that JFS only counted, and that has ended on TCP. */
  public static ConnectionReport ofPlain(
      Origin origin,
      long since,
      int localPort,
      InetAddress remote,
      int remotePort,
      long sent,
      long received,
      Reason reason) {
    return new ConnectionReport(
        0,
        since,
        origin.name().toLowerCase(Locale.ROOT),
        address(null, localPort),
        address(remote, remotePort),
        TransportKind.TCP.label(),
        sent,
        received,
        ConnectionState.ENDED.label(),
        reason.code());
  }

  private static String address(InetAddress address, int port) {
    if (address == null) {
      return "?";
    }
    String text = address.getHostAddress();
    return (text.indexOf(':') < 0 ? text : "[" + text + "]") + ":" + port;
  }

  /** For another JVM: one line, to which later versions may add fields. */
  public String line() {
    return String.join(
        SEPARATOR,
        List.of(
            Integer.toString(number),
            Long.toString(since),
            origin,
            local,
            remote,
            via,
            Long.toString(sent),
            Long.toString(received),
            state,
            reason));
  }

  /**
   * Reads a {@link #line}.
   *
   * @throws IllegalArgumentException if the text is not such a line
   */
  public static ConnectionReport parse(String line) {
    String[] fields = line.split(SEPARATOR, -1);
    if (fields.length < FIELDS) {
      throw new IllegalArgumentException("not a connection: '" + line + "'");
    }
    return new ConnectionReport(
        Integer.parseInt(fields[0]),
        Long.parseLong(fields[1]),
        fields[2],
        fields[3],
        fields[4],
        fields[5],
        Long.parseLong(fields[6]),
        Long.parseLong(fields[7]),
        fields[8],
        fields[9]);
  }

  /** One JSON object, without a line end. */
  public String json() {
    return new StringJoiner(",", "{", "}")
        .add("\"number\":" + number)
        .add("\"since\":" + since)
        .add("\"origin\":" + Json.string(origin))
        .add("\"local\":" + Json.string(local))
        .add("\"remote\":" + Json.string(remote))
        .add("\"via\":" + Json.string(via))
        .add("\"sent\":" + sent)
        .add("\"received\":" + received)
        .add("\"state\":" + Json.string(state))
        .add("\"reason\":" + (reason.isEmpty() ? "null" : Json.string(reason)))
        .toString();
  }
}
