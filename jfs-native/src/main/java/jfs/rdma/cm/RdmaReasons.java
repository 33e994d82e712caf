package jfs.rdma.cm;

import jfs.core.transport.Reason;
import jfs.rdma.verbs.NoVerbsException;

/** Why a connection to another host stays on TCP, beyond the reasons that all transports share. */
public final class RdmaReasons {

  /** There is no native library of JFS, and without it no verbs. */
  public static final Reason NO_NATIVE_LIBRARY = new Reason("no-native-library");

  /** The host has no libibverbs or librdmacm, or too old ones. */
  public static final Reason NO_LIBRARY = new Reason("no-rdma-library");

  /** The kernel's connection manager is missing, or this process may not use it. */
  public static final Reason NO_MANAGER = new Reason("no-rdma-manager");

  /** No RDMA device has the connection's local address. */
  public static final Reason NO_DEVICE = new Reason("no-rdma-device");

  /** The connection manager has found no route to the peer's address. */
  public static final Reason NO_ROUTE = new Reason("no-rdma-route");

  /** The file that the option {@code rdma_key} names holds no key, or cannot be read. */
  public static final Reason NO_KEY = new Reason("no-rdma-key");

  /** One end has a cluster key, and the other has none or a different one. */
  public static final Reason WRONG_KEY = new Reason("wrong-key");

  /** No more memory may be pinned: by JFS's budget, or by the limit of locked memory. */
  public static final Reason NO_PINNED_MEMORY = new Reason("no-pinned-memory");

  /** The device has no queue pair left, or no completion queue. */
  public static final Reason NO_QUEUE_PAIR = new Reason("no-queue-pair");

  /** The device has failed to make connections, or to register memory; the log says how. */
  public static final Reason DEVICE_FAILED = new Reason("rdma-device-failed");

  /** RDMA connections to this peer, or of this device, have broken soon after they were made. */
  public static final Reason UNSTABLE = new Reason("rdma-unstable");

  /** Why a host without verbs makes no RDMA connections. */
  public static Reason of(NoVerbsException e) {
    NoVerbsException.Missing missing = e.missing();
    if (missing == NoVerbsException.Missing.NATIVE_LIBRARY) {
      return NO_NATIVE_LIBRARY;
    }
    return missing == NoVerbsException.Missing.MANAGER ? NO_MANAGER : NO_LIBRARY;
  }

  private RdmaReasons() {}
}
