package jfs.rdma;

import java.io.IOException;
import java.io.Serial;
import jfs.core.transport.Reason;

/** This host has no usable RDMA. */
final class NoVerbsException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  private final transient Reason reason;

  NoVerbsException(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }
}
