package jfs.core.transport;

import java.util.Locale;

/** What carries a connection's bytes. */
public enum TransportKind {
  /** The kernel's TCP: where every connection starts, and many stay. */
  TCP,
  /** Shared memory, on one host. */
  SHM,
  /** RDMA verbs, between hosts. */
  RDMA;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The name as users see it: in the log, in the summary, in {@code jfs status}. */
  public String label() {
    return label;
  }
}
