package jfs.rdma.verbs;

import java.io.IOException;
import java.io.Serial;

/** This host has no usable RDMA. */
public final class NoVerbsException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  /** What it lacks. */
  public enum Missing {
    /** JFS's own native library. */
    NATIVE_LIBRARY,
    /** libibverbs or librdmacm, or new enough ones. */
    LIBRARY,
    /** The kernel's connection manager, or the right to use it. */
    MANAGER
  }

  private final Missing missing;

  /** With a text for people. */
  public NoVerbsException(Missing missing, String detail) {
    super(detail);
    this.missing = missing;
  }

  /** What this host lacks. */
  public Missing missing() {
    return missing;
  }

  /**
   * Whether the cause may go away while the program runs, as when a kernel module is loaded later.
   */
  public boolean mayPass() {
    return missing == Missing.MANAGER;
  }
}
