package jfs.core.ring;

import java.io.Serial;
import java.net.SocketException;

/**
 * The peer has written into the shared memory what no peer may write. This end has read and written
 * nothing outside the ring. The connection is over; the application sees a reset.
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
