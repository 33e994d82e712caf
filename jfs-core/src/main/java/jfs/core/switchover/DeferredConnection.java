package jfs.core.switchover;

import java.io.IOException;
import jfs.core.carrier.SelectableTcp;
import jfs.core.runtime.Privileges;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.TransportProvider;

/**
 * The connection of a channel that a transport may serve. The channel reads and writes TCP by
 * itself until that is worth a transport, or until it does something that only JFS can do; so the
 * {@link SelectableConnection} is made then. Most connections end before, or wait for years: they
 * cost no more than this. Any thread may call.
 */
public final class DeferredConnection {

  private final SelectableTcp tcp;
  private final FourTuple ends;
  private final boolean connector;
  private final Preference preference;
  private final ConnectionStats stats;
  private final TransportProvider provider;

  /** Null until it is first asked. Guarded by the monitor. */
  private UpgradePolicy policy;

  private volatile SelectableConnection made;

  /** Guarded by the monitor: a connection that is made after a close is not registered. */
  private boolean closed;

  /** Takes a connection that was just made, and that this provider may serve. */
  public DeferredConnection(
      SelectableTcp tcp,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      TransportProvider provider) {
    this.tcp = tcp;
    this.ends = ends;
    this.connector = connector;
    this.preference = preference;
    this.stats = stats;
    this.provider = provider;
    tcp.own().due(UpgradePolicy.FIRST_MARK_MICROS);
  }

  /** Makes JFS's part at once if the user or the program wants a transport whatever that costs. */
  public void begin() throws IOException {
    if (provider.pairsAtOnce() || preference.pairsAtOnce()) {
      make();
    }
  }

  /** JFS's part if there is one already, else null: all bytes have gone by TCP. */
  public SelectableConnection made() {
    return made;
  }

  /** JFS's part, which this makes if there is none yet. */
  public SelectableConnection make() throws IOException {
    SelectableConnection before = made;
    if (before != null) {
      return before;
    }
    return Privileges.areNeeded() ? Privileges.use(this::makeOnce) : makeOnce();
  }

  private synchronized SelectableConnection makeOnce() throws IOException {
    if (made == null) {
      SelectableConnection now =
          new SelectableConnection(tcp, ends, connector, preference, stats, policy());
      if (closed) {
        now.negotiation().close();
        made = now;
      } else {
        made = now; // first: a peer that finds it may send its bytes another way at once
        now.register(provider);
      }
    }
    return made;
  }

  private UpgradePolicy policy() {
    if (policy == null) {
      policy =
          new UpgradePolicy(
              Histories.ofProcess().of(ends, connector), FirstPair.of(true), tcp.own());
    }
    return policy;
  }

  /** The channel's own traffic has reached what was due. */
  public void due() throws IOException {
    if (isWorthIt()) {
      make().negotiation().want();
    }
  }

  private synchronized boolean isWorthIt() {
    if (closed) {
      tcp.own().due(Long.MAX_VALUE);
      return false;
    }
    return policy().isDue();
  }

  /** Closes; idempotent. As {@link SwitchableConnection#close}. */
  public void close() throws IOException {
    SelectableConnection now = closes();
    if (now == null) {
      tcp.close();
    } else {
      now.close();
    }
  }

  private synchronized SelectableConnection closes() {
    closed = true;
    if (made == null) {
      policy().end(); // what it did counts for later connections
    }
    return made;
  }
}
