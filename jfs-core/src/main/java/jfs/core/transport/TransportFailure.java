package jfs.core.transport;

/**
 * What has gone wrong with a transport that a connection was on, and would not have with TCP. That
 * a peer's process dies is no failure of shared memory: the program learns of it as from TCP.
 */
public enum TransportFailure {
  /** The peer has broken the protocol: it has written what no peer may write. */
  CORRUPT("corrupt"),

  /** Shared memory was used up, so a direction has gone back to TCP; nothing is lost. */
  NO_MEMORY("no-memory"),

  /** The RDMA connection has ended without a word of the peer's JVM: it may have been killed. */
  PEER_LOST("peer-lost"),

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
