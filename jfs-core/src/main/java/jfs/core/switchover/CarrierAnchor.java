package jfs.core.switchover;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketOptions;
import jfs.core.carrier.TcpConnection;
import jfs.core.config.Log;
import jfs.core.transport.Anchor;

/**
 * The carrier of a connection that may switch.
 *
 * <p>JFS takes over two of its options: {@link SoTimeout}, and TCP_NODELAY, which must be on so
 * that Nagle's algorithm does not hold a doorbell back. This class keeps what the application set,
 * and tells it that.
 */
class CarrierAnchor implements Anchor {

  static final long NOT_READING = -1;

  private final TcpConnection carrier;
  private final InputStream in;
  private final OutputStream out;

  private final SoTimeout timeout;

  /** Written by the reader: see {@link #readsAt}. */
  private volatile long readsAt = NOT_READING;

  /** The value that the application set; null while the carrier has that itself. */
  private volatile Boolean noDelay;

  CarrierAnchor(TcpConnection carrier) throws IOException {
    this.carrier = carrier;
    in = carrier.inputStream();
    out = carrier.outputStream();
    timeout = new SoTimeout(carrier);
  }

  TcpConnection carrier() {
    return carrier;
  }

  /** A transport is about to be known: reads and writes are JFS's from now on. */
  void transportComes() {}

  /** The program's reader is about to read here, after so many bytes of the stream. */
  void readBegins(long received) {
    readsAt = received;
  }

  /** That read is over. */
  void readEnds() {
    readsAt = NOT_READING;
  }

  @Override
  public long readsAt() {
    return readsAt;
  }

  @Override
  public int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    timeout.apply(timeoutMillis);
    return in.read(bytes, offset, length);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  /** Makes TCP send each write at once (TCP_NODELAY), whatever the application has set. */
  synchronized void pushAtOnce() throws IOException {
    if (noDelay == null) {
      Boolean wanted = (Boolean) carrier.getOption(SocketOptions.TCP_NODELAY);
      carrier.setOption(SocketOptions.TCP_NODELAY, true); // first: fails if the heap is full
      noDelay = wanted;
    }
  }

  @Override
  public void resetAtClose() {
    try {
      carrier.setOption(SocketOptions.SO_LINGER, 0);
    } catch (SocketException e) {
      Log.debug("closed before", e);
    }
  }

  @Override
  public void close() {
    try {
      carrier.close();
    } catch (IOException e) {
      Log.debug("not closed", e);
    }
  }

  @Override
  public int available() throws IOException {
    return carrier.available();
  }

  @Override
  public void shutdownOutput() throws IOException {
    carrier.shutdownOutput();
  }

  /** What the application set as SO_TIMEOUT, in milliseconds, 0 for none. */
  int timeout() {
    return timeout.millis();
  }

  /**
   * Notes that the application set SO_TIMEOUT, also on the carrier, before or after a reader did.
   */
  void timeout(int millis) {
    timeout.set(millis);
  }

  /** Notes that the application has set TCP_NODELAY, also on the carrier. */
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
