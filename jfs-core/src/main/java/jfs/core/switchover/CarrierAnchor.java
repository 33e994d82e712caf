package jfs.core.switchover;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketOptions;
import jfs.core.carrier.TcpCarrier;
import jfs.core.config.Log;
import jfs.core.transport.Anchor;

/**
 * The carrier of a connection that may be switched over.
 *
 * <p>Two of its options stop being the application's: SO_TIMEOUT, which counts down while a read
 * goes through several waits, and TCP_NODELAY, which must be on for a wake-up not to be held back
 * by Nagle's algorithm. What the application set is kept here, and is what it is told.
 */
final class CarrierAnchor implements Anchor {

  private static final int UNKNOWN = -1;

  private final TcpCarrier carrier;
  private final InputStream in;
  private final OutputStream out;

  /** In milliseconds, 0 for none. */
  private volatile int timeout;

  /** What the carrier has, as far as is known. */
  private volatile int carrierTimeout;

  /** What the application believes; null while the carrier has that itself. */
  private volatile Boolean noDelay;

  CarrierAnchor(TcpCarrier carrier) throws IOException {
    this.carrier = carrier;
    in = carrier.inputStream();
    out = carrier.outputStream();
    timeout = (Integer) carrier.getOption(SocketOptions.SO_TIMEOUT);
    carrierTimeout = timeout;
  }

  @Override
  public int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    if (carrierTimeout != timeoutMillis) {
      carrierTimeout = timeoutMillis; // first: the application may set another one meanwhile
      try {
        carrier.setOption(SocketOptions.SO_TIMEOUT, timeoutMillis);
      } catch (OutOfMemoryError e) {
        carrierTimeout = UNKNOWN;
        throw e;
      }
    }
    return in.read(bytes, offset, length);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  /** Makes TCP send each write at once (TCP_NODELAY), whatever the application wished. */
  synchronized void pushAtOnce() throws IOException {
    if (noDelay == null) {
      Boolean wanted = (Boolean) carrier.getOption(SocketOptions.TCP_NODELAY);
      carrier.setOption(SocketOptions.TCP_NODELAY, true); // first, for the heap may be too full
      noDelay = wanted;
    }
  }

  @Override
  public void resetAtClose() {
    try {
      carrier.setOption(SocketOptions.SO_LINGER, 0);
    } catch (SocketException e) {
      Log.debug("closed before: " + Log.describe(e));
    }
  }

  @Override
  public void close() throws IOException {
    carrier.close();
  }

  @Override
  public int available() throws IOException {
    return carrier.available();
  }

  @Override
  public void shutdownOutput() throws IOException {
    carrier.shutdownOutput();
  }

  /** What the application set as SO_TIMEOUT. */
  int timeout() {
    return timeout;
  }

  /** The application has set SO_TIMEOUT, on the carrier too, before or after what a reader set. */
  void timeout(int millis) {
    timeout = millis;
    carrierTimeout = UNKNOWN;
  }

  /** The application has set TCP_NODELAY, on the carrier too. */
  synchronized void noDelaySet(boolean wanted) throws SocketException {
    if (noDelay != null) {
      noDelay = wanted;
      carrier.setOption(SocketOptions.TCP_NODELAY, true);
    }
  }

  /** What the application set as TCP_NODELAY, given what the carrier says. */
  boolean noDelay(Object carriers) {
    Boolean kept = noDelay;
    return kept != null ? kept : (Boolean) carriers;
  }
}
