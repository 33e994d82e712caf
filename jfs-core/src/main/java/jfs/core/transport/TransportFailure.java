package jfs.core.transport;

/** What has gone wrong with a transport that a connection was on. */
public enum TransportFailure {
  /** The peer's JVM has ended, or cannot be heard any more, and had not closed the connection. */
  PEER_LOST("peer-lost"),

  /** The peer has broken the protocol: it has written what no peer may write. */
  CORRUPT("corrupt"),

  /** Shared memory was used up, so a direction has gone back to TCP; nothing is lost. */
  NO_MEMORY("no-memory"),

  /** The RDMA device says that it has failed, or that it cannot reach the peer's. */
  DEVICE_FAILED("device-failed"),

  /** The peer's RDMA device gives no sign of life. */
  SILENT("silent"),

  /** An error of this JVM's, such as a lack of heap. */
  OWN_ERROR("own-error");

  private final String code;

  TransportFailure(String code) {
    this.code = code;
  }

  /** A stable kebab-case code, as of a {@link Reason}. */
  public String code() {
    return code;
  }
}
