package jfs.core.switchover;

import java.io.IOException;
import jfs.core.carrier.OwnTraffic;
import jfs.core.carrier.TcpConnection;
import jfs.core.runtime.Privileges;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.TransportProvider;

/**
 * A connection that a transport may serve, but that goes by TCP, without JFS, until it is worth
 * that: JFS's part of it, a {@link SwitchableConnection}, is made then. Most connections end
 * before, or are idle for years: they cost no more than this. Any thread may call.
 *
 * @param <C> JFS's part
 */
abstract class Deferred<C extends SwitchableConnection> {

  final TcpConnection carrier;
  final FourTuple ends;
  final boolean connector;
  final Preference preference;
  final ConnectionStats stats;
  private final TransportProvider provider;

  /** Null until it is first asked. Guarded by the monitor. */
  private UpgradePolicy policy;

  private volatile C made;

  /** Guarded by the monitor, as is the next one: no more is registered then. */
  private boolean closed;

  /** Whether the program has done what bars transports. */
  private boolean barred;

  Deferred(
      TcpConnection carrier,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      TransportProvider provider) {
    this.carrier = carrier;
    this.ends = ends;
    this.connector = connector;
    this.preference = preference;
    this.stats = stats;
    this.provider = provider;
  }

  /** What went by TCP without JFS. */
  public abstract OwnTraffic own();

  /** What decides for the JVM whether such connections pair. */
  abstract FirstPair firstPair();

  /** Makes JFS's part. */
  abstract C create(UpgradePolicy policy) throws IOException;

  /** JFS's part can be found from now on, but is not registered yet. */
  void published(C now) throws IOException {}

  /** Has JFS take part at once where the user, the program or the provider wants that. */
  public final void begin() throws IOException {
    own().due(UpgradePolicy.FIRST_MARK_MICROS);
    if (provider.registersAtOnce() || provider.pairsAtOnce() || preference.pairsAtOnce()) {
      make();
    }
  }

  /** JFS's part; null if there is none yet. */
  public final C made() {
    return made;
  }

  /** JFS's part, which this makes if there is none yet. */
  public final C make() throws IOException {
    C before = made;
    if (before != null) {
      return before;
    }
    return Privileges.areNeeded() ? Privileges.use(this::makeOnce) : makeOnce();
  }

  private synchronized C makeOnce() throws IOException {
    if (made == null) {
      C now = create(policy());
      made = now; // first: a peer that finds it may send its bytes another way at once
      published(now);
      if (closed) {
        now.negotiation().close();
      } else if (!barred) {
        now.register(provider);
      }
    }
    return made;
  }

  private UpgradePolicy policy() {
    if (policy == null) {
      policy = new UpgradePolicy(Histories.ofProcess().of(ends, connector), firstPair(), own());
    }
    return policy;
  }

  /** What a transport would have saved so far, in microseconds, of what went by TCP. */
  final synchronized long forgoneMicros() {
    return policy == null ? own().savedMicros() : policy.savedMicros();
  }

  /** What went by TCP has reached what was due. */
  public final void due() throws IOException {
    if (isWorthIt()) {
      C now = make();
      synchronized (this) {
        // Only now it is registered, if another thread makes it.
      }
      now.negotiation().want();
    }
  }

  private synchronized boolean isWorthIt() {
    if (closed || barred) {
      own().due(Long.MAX_VALUE);
      return false;
    }
    return policy().isDue();
  }

  /** Has the connection stay on TCP, unless JFS has a part in it: returns that, or null. */
  final synchronized C bar() {
    barred = true;
    return made;
  }

  /** Closes; idempotent. As {@link SwitchableConnection#close}. */
  public final void close() throws IOException {
    C now = closes();
    if (now == null) {
      carrier.close();
    } else {
      now.close();
    }
  }

  private synchronized C closes() {
    closed = true;
    if (made == null) {
      try {
        policy().end(); // what it did counts for later connections
      } catch (VirtualMachineError | LinkageError | RuntimeException e) {
        // Or it does not: TCP must be closed whatever there is, or was when a class was loaded.
      }
    }
    return made;
  }
}
