package jfs.rdma;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * With how many peers a device has failed in a row, by the local address that it has. A few peers
 * in whose way something lies are no device that fails, however often it fails with them: each of
 * them is left alone for itself. The reactor's thread's own. Times are those of {@link
 * System#nanoTime}.
 */
final class FailuresInARow {

  /** It is the device that fails with so many. */
  static final int MANY = 8;

  private static final class Row {
    private final Set<InetAddress> peers = new HashSet<>();

    /** When it failed with one that was new. */
    private long at;
  }

  private final Map<InetAddress, Row> rows = new HashMap<>();

  /**
   * Something has failed that was begun then; what was under way together is one failure.
   *
   * @return whether it has failed with many in a row
   */
  boolean failed(InetAddress local, InetAddress remote, long begun, long now) {
    Row row = rows.computeIfAbsent(local, unused -> new Row());
    if (row.peers.size() >= MANY) {
      return true;
    }
    boolean isNews = row.peers.isEmpty() || begun - row.at >= 0;
    if (isNews && row.peers.add(remote)) {
      row.at = now;
    }
    return row.peers.size() >= MANY;
  }

  /** The device has done what it should. */
  void worked(InetAddress local) {
    rows.remove(local);
  }
}
