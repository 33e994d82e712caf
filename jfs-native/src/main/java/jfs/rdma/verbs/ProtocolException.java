package jfs.rdma.verbs;

import java.io.IOException;
import java.io.Serial;

/** The peer has violated the protocol. The connection is over; the application sees a reset. */
public final class ProtocolException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  /** With what it did. */
  public ProtocolException(String message) {
    super(message);
  }
}
