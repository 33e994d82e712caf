package jfs.core.switchover;

import java.net.SocketException;
import java.net.SocketOptions;
import jfs.core.carrier.TcpConnection;

/**
 * SO_TIMEOUT of a connection, in milliseconds, 0 for none: what the application has set, and what
 * the carrier has, which is what is left of it where a read goes through several waits. Any thread
 * may call.
 */
final class SoTimeout {

  private static final int UNKNOWN = -1;

  private final TcpConnection carrier;

  private volatile int applications;

  /** As far as is known. */
  private volatile int carriers;

  /** Begins with what the carrier has. */
  SoTimeout(TcpConnection carrier) throws SocketException {
    this.carrier = carrier;
    applications = (Integer) carrier.getOption(SocketOptions.SO_TIMEOUT);
    carriers = applications;
  }

  /** What the application has set. */
  int millis() {
    return applications;
  }

  /** Notes that the application has set it, also on the carrier, before or after a reader did. */
  void set(int millis) {
    applications = millis;
    carriers = UNKNOWN;
  }

  /** Sets it on the carrier, for the next read there. */
  void apply(int millis) throws SocketException {
    if (carriers != millis) {
      carriers = millis; // first: the application may set another one meanwhile
      try {
        carrier.setOption(SocketOptions.SO_TIMEOUT, millis);
      } catch (OutOfMemoryError e) {
        carriers = UNKNOWN;
        throw e;
      }
    }
  }
}
