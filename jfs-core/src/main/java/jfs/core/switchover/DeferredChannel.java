package jfs.core.switchover;

import java.io.IOException;
import jfs.core.carrier.OwnTraffic;
import jfs.core.carrier.SelectableTcp;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.TransportProvider;

/**
 * The connection of a channel that a transport may serve. The channel reads and writes TCP by
 * itself until that is worth a transport, or until it does what only JFS can do: it blocks, ends a
 * direction, or sends urgent data. Any thread may call.
 */
public final class DeferredChannel extends Deferred<SelectableConnection> {

  private final SelectableTcp tcp;

  /** Takes a connection that was just made, and that this provider may serve. */
  public DeferredChannel(
      SelectableTcp tcp,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      TransportProvider provider) {
    super(tcp, ends, connector, preference, stats, provider);
    this.tcp = tcp;
  }

  @Override
  public OwnTraffic own() {
    return tcp.own();
  }

  @Override
  FirstPair firstPair() {
    return FirstPair.of(true);
  }

  @Override
  SelectableConnection create(UpgradePolicy policy) throws IOException {
    return new SelectableConnection(tcp, ends, connector, preference, stats, policy);
  }
}
