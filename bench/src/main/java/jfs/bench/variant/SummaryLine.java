package jfs.bench.variant;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import jfs.bench.host.BenchException;

/**
 * One line that the agent wrote when its JVM ended.
 *
 * @param connections how many each transport carried
 * @param reasons why connections stayed on TCP, and how many for each reason
 */
public record SummaryLine(
    String version, Map<String, Long> connections, Map<String, Long> reasons) {

  private static final String TCP = "tcp";

  /** Reads a summary file; one line for each JVM that ended, in that order. */
  public static List<SummaryLine> parse(String text) {
    List<SummaryLine> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (!line.isBlank()) {
        lines.add(parseLine(line));
      }
    }
    return lines;
  }

  private static SummaryLine parseLine(String line) {
    try {
      JsonObject json = JsonParser.parseString(line).getAsJsonObject();
      return new SummaryLine(
          json.get("jfs").getAsString(),
          counts(json.getAsJsonObject("connections")),
          counts(json.getAsJsonObject("reasons")));
    } catch (JsonParseException
        | IllegalStateException
        | NullPointerException
        | ClassCastException
        | NumberFormatException e) {
      throw new BenchException("not a summary of the agent's: " + line, e);
    }
  }

  private static Map<String, Long> counts(JsonObject json) {
    Map<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, JsonElement> entry : json.entrySet()) {
      counts.put(entry.getKey(), entry.getValue().getAsLong());
    }
    return counts;
  }

  /** How many connections a transport other than TCP carried. */
  long beyondTcp() {
    long all = connections.values().stream().mapToLong(Long::longValue).sum();
    return all - connections.getOrDefault(TCP, 0L);
  }

  /** For example {@code shm: 2, tcp: 1 (no-transport: 1)}. */
  public String describe() {
    StringJoiner text = new StringJoiner(", ");
    connections.forEach(
        (transport, count) -> {
          if (count > 0) {
            text.add(transport + ": " + count + (transport.equals(TCP) ? why() : ""));
          }
        });
    return text.length() == 0 ? "no connection" : text.toString();
  }

  private String why() {
    StringJoiner text = new StringJoiner(", ", " (", ")").setEmptyValue("");
    reasons.forEach((reason, count) -> text.add(reason + ": " + count));
    return text.toString();
  }
}
