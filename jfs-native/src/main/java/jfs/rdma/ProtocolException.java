package jfs.rdma;

import java.io.IOException;
import java.io.Serial;

/** The peer said or did what no peer may. The connection is over; to the application, a reset. */
final class ProtocolException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  ProtocolException(String message) {
    super(message);
  }
}
