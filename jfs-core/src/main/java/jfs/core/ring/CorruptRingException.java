package jfs.core.ring;

import java.io.Serial;
import java.net.SocketException;

/**
 * The peer wrote what no peer may into the shared memory. Nothing was read or written outside of
 * the ring; the connection is over. To the application it is a reset.
 */
public final class CorruptRingException extends SocketException {

  @Serial private static final long serialVersionUID = 1;

  private final String detail;

  CorruptRingException(String detail) {
    super("Connection reset");
    this.detail = detail;
  }

  /** What was wrong, for the log. */
  public String detail() {
    return detail;
  }
}
