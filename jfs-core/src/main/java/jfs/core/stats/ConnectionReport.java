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
 * What is told of one live connection, to another JVM too, whose version may be another one: hence
 * words in place of enums.
 *
 * @param number tells the connections of a JVM apart; in the order in which they were made
 * @param since when it was made, in milliseconds since the epoch
 * @param origin {@code opened} or {@code accepted}
 * @param local address and port of this end
 * @param remote address and port of the other end
 * @param via what carries it
 * @param sent bytes that the application gave to it
 * @param received bytes that the application got from it
 * @param state how far it is
 * @param reason why it is on TCP, or has a direction that is; empty if not
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
   * What can be told of a connection; empty if it has ended. Takes no lock that a program's thread
   * may hold for long: of addresses it tells those that are {@linkplain Connections#learnAddresses
   * known}.
   */
  public static Optional<ConnectionReport> of(Connections.Live connection) {
    ConnectionStats stats = connection.stats();
    long sent = stats.sent();
    long received = stats.received();
    if (stats.isFolded()) {
      return Optional.empty();
    }
    FourTuple ends = stats.ends();
    TransportKind via = stats.transport();
    return Optional.of(
        new ConnectionReport(
            connection.number(),
            stats.since(),
            stats.origin().name().toLowerCase(Locale.ROOT),
            ends == null ? "?" : address(ends.knownLocalAddress(), ends.localPort()),
            ends == null ? "?" : address(ends.remoteAddress(), ends.remotePort()),
            via.label(),
            sent,
            received,
            stats.state().label(),
            isExplained(via, stats.reason()) ? stats.reason().code() : ""));
  }

  /** On TCP altogether, or in a direction that has returned there. */
  private static boolean isExplained(TransportKind via, Reason reason) {
    return via == TransportKind.TCP || reason.equals(Reason.NO_MEMORY);
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
   * @throws IllegalArgumentException if it is none
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
