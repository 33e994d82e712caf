package jfs.natives;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Resource limits as Linux writes them in {@code /proc/self/limits}, see {@code proc(5)}: a line
 * each, with its name, soft limit, hard limit and unit in columns.
 */
final class ProcLimits {

  private static final String FILE = "/proc/self/limits";
  private static final String UNLIMITED = "unlimited";

  private ProcLimits() {}

  /** The limit of this process; empty where there is no such file or it cannot be understood. */
  static Optional<ResourceLimit> ofThisProcess(ResourceLimits.Resource resource) {
    // Not through a channel: that fails in an interrupted thread.
    try (InputStream in = new FileInputStream(FILE)) {
      return parse(new String(in.readAllBytes(), StandardCharsets.US_ASCII), resource);
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
  }

  /** The limit in the text of such a file; empty if it is not there or cannot be understood. */
  static Optional<ResourceLimit> parse(String text, ResourceLimits.Resource resource) {
    return text.lines()
        .filter(line -> line.startsWith(resource.procName() + " "))
        .findFirst()
        .flatMap(line -> columns(line.substring(resource.procName().length())));
  }

  private static Optional<ResourceLimit> columns(String text) {
    List<String> columns = List.of(text.strip().split("\\s+"));
    if (columns.size() < 2) {
      return Optional.empty();
    }
    try {
      return Optional.of(new ResourceLimit(value(columns.get(0)), value(columns.get(1))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static long value(String column) {
    if (column.equals(UNLIMITED)) {
      return ResourceLimit.UNLIMITED;
    }
    long value = Long.parseUnsignedLong(column);
    // 2^63 and more: as good as no limit, and capped as the native library caps it.
    return value < 0 ? Long.MAX_VALUE : value;
  }
}
