package jfs.rdma;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * How often a device has failed in a row, by the local address that it has. One peer in whose way
 * something lies is no device that fails: what counts is that it fails with one peer and then with
 * another. The reactor's thread's own. Times are those of {@link System#nanoTime}.
 */
final class FailuresInARow {

  /** So many are not by chance. */
  static final int MANY = 8;

  private static final class Row {
    private int failures;
    private InetAddress last;
    private long at;
  }

  private final Map<InetAddress, Row> rows = new HashMap<>();

  /**
   * Something has failed that was begun then; what was under way together is one failure.
   *
   * @return whether that was one of many in a row
   */
  boolean failed(InetAddress local, InetAddress remote, long begun, long now) {
    Row row = rows.computeIfAbsent(local, unused -> new Row());
    boolean isNews = row.last == null || (begun - row.at >= 0 && !remote.equals(row.last));
    if (isNews) {
      row.failures++;
      row.last = remote;
      row.at = now;
    }
    return row.failures >= MANY;
  }

  /** The device has done what it should. */
  void worked(InetAddress local) {
    rows.remove(local);
  }
}
