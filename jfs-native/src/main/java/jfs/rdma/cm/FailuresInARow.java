package jfs.rdma.cm;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * With how many peers a device has failed in a row, by the device's local address. A few peers that
 * cannot be reached do not make a failing device, however often it fails with them: {@link
 * PeerPauses} handles each of them alone. For the reactor's thread only. Times are those of {@link
 * System#nanoTime}.
 */
final class FailuresInARow {

  /** With so many different peers in a row, the cause is the device. */
  static final int MANY = 8;

  private static final class Row {
    private final Set<InetAddress> peers = new HashSet<>();

    /** When it last failed with a peer that was not yet counted. */
    private long at;
  }

  private final Map<InetAddress, Row> rows = new HashMap<>();

  /**
   * An attempt has failed that was begun at that time; attempts that were under way together count
   * as one.
   *
   * @return whether the device has failed with many peers in a row
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

  /** The device has worked: the count begins anew. */
  void worked(InetAddress local) {
    rows.remove(local);
  }
}
