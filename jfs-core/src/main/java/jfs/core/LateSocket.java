package jfs.core;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketImpl;
import jfs.core.carrier.TcpCarrier;
import jfs.core.carrier.TcpConnection;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.switchover.DeferredSocket;
import jfs.core.switchover.TrafficBefore;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportProvider;
import jfs.core.transport.Transports;

/**
 * JFS's part of a socket's connection that went by TCP without JFS before. Made first, then told
 * what went there, which may not fail; all that the program does afterwards comes here. At that
 * moment a thread may be in a read or write of TCP, which it reports when it is over.
 */
public final class LateSocket {

  private final JfsSocketImpl impl;
  private final Connections.Live counted;
  private final ConnectionStats stats;

  /** The connection if it may leave TCP, else null. */
  private final DeferredSocket switchable;

  private LateSocket(JfsSocketImpl impl, Connections.Live counted, DeferredSocket switchable) {
    this.impl = impl;
    this.counted = counted;
    stats = counted.stats();
    this.switchable = switchable;
  }

  /**
   * Makes it.
   *
   * @param since when the connection was made, in milliseconds since the epoch
   * @param barred why no transport may have it, or null
   * @throws IOException if the connection cannot be counted
   */
  public static LateSocket of(
      TcpCarrier carrier, Origin origin, long since, Preference preference, Reason barred)
      throws IOException {
    Connections connections = Connections.ofProcess();
    Transports transports = Transports.installed();
    Late own = new Late(since, barred);
    JfsSocketImpl impl = new JfsSocketImpl(carrier, connections, transports, own);
    boolean made = false;
    try {
      own.made(connections, transports, impl, carrier, origin, preference);
      Connections.Live counted = own.counted();
      if (counted == null) {
        throw new IOException("not counted");
      }
      LateSocket late = new LateSocket(impl, counted, own.switchable());
      made = true;
      return late;
    } finally {
      if (!made && own.counted() != null) {
        own.counted().forget();
      }
    }
  }

  /** The connection, which begins only when it has been taken over. */
  private static final class Late extends SocketConnection {
    private final long since;
    private final Reason barred;

    Late(long since, Reason barred) {
      this.since = since;
      this.barred = barred;
    }

    @Override
    Connections.Live add(
        Connections connections, Object owner, Origin origin, FourTuple ends, Reason reason) {
      return connections.addComing(owner, origin, ends, reason, since);
    }

    @Override
    Reason obstacle(TcpConnection carrier, TransportProvider provider) {
      return barred != null ? barred : super.obstacle(carrier, provider);
    }

    @Override
    void begin(DeferredSocket made) {
      // LateSocket.begin does.
    }
  }

  /** Whether a transport may serve the connection. */
  public boolean mayLeaveTcp() {
    return switchable != null;
  }

  /** As {@link DeferredSocket#savedMicros}; 0 if no transport may serve the connection. */
  public long savedMicros() {
    return switchable == null ? 0 : switchable.savedMicros();
  }

  /** The program has set that a close may take long. */
  public void lingers() {
    impl.lingers = true;
  }

  /** The connection has ended, and counts elsewhere: this is not to take over. */
  public void abandon() {
    counted.forget();
  }

  /** What does the socket's operations. */
  public SocketImpl impl() {
    return impl;
  }

  /**
   * Takes over what went by TCP. Called once, before anything else; does nothing that may fail.
   *
   * @param inputEnded whether nothing more will be read
   * @param outputEnded whether nothing more will be written
   */
  public void takeOver(TrafficBefore before, boolean inputEnded, boolean outputEnded) {
    if (switchable == null) {
      stats.addReceived(before.received());
      stats.addSent(before.sent());
    } else {
      switchable.takeOver(before);
    }
    if (inputEnded) {
      stats.inputEnded();
    }
    if (outputEnded) {
      stats.outputEnded();
    }
    counted.come();
  }

  /**
   * All can be found now: makes what does not wait until it is worth it.
   *
   * @param worthIt whether connections of this JVM are worth a transport
   */
  public void begin(boolean worthIt) throws IOException {
    if (switchable != null) {
      if (worthIt) {
        switchable.becomeWorthIt();
      }
      switchable.begin();
    }
  }

  /** As {@link DeferredSocket#readReturned}. */
  public int readReturned(byte[] bytes, int offset, int length, byte first, long start, int n)
      throws IOException {
    if (switchable != null) {
      return switchable.readReturned(bytes, offset, length, first, start, n);
    }
    if (n < 0) {
      stats.inputEnded();
    } else {
      stats.addReceived(n);
    }
    return n;
  }

  /** As {@link DeferredSocket#readFailed}, also for what is no error of TCP. */
  public int readFailed(byte[] bytes, int offset, int length, byte first, long start, Throwable met)
      throws IOException {
    if (switchable != null) {
      if (met instanceof SocketException e) {
        return switchable.readFailed(bytes, offset, length, first, start, e);
      }
      switchable.readEnded();
    }
    if (met instanceof IOException e) {
      throw e;
    }
    if (met instanceof Error e) {
      throw e;
    }
    throw (RuntimeException) met;
  }

  /** As {@link DeferredSocket#wrote}. */
  public void wrote(long n) {
    if (switchable == null) {
      stats.addSent(n);
    } else {
      switchable.wrote(n);
    }
  }

  /** As {@link DeferredSocket#writeFailed}. */
  public IOException writeFailed(IOException met) {
    return switchable == null ? met : switchable.writeFailed(met);
  }
}
