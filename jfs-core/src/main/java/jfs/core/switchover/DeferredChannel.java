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
 * itself until that is worth a transport, or until it blocks. If it ends a direction or sends
 * urgent data before, it stays on TCP. Any thread may call.
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

  /** Ends the sending direction. As the next two, takes no heap where JFS has no part yet. */
  public void shutdownOutput() throws IOException {
    SelectableConnection jfs = bar();
    if (jfs == null) {
      tcp.shutdownOutput();
    } else {
      jfs.shutdownOutput();
    }
  }

  /** Makes every further read return end of file. */
  public void shutdownInput() throws IOException {
    SelectableConnection jfs = bar();
    if (jfs == null) {
      tcp.shutdownInput();
    } else {
      jfs.shutdownInput();
    }
  }

  /** Sends one byte of urgent data; with no room an exception says so, unless this waits for it. */
  public void sendUrgentData(int data, boolean waits) throws IOException {
    SelectableConnection jfs = bar();
    if (jfs == null) {
      tcp.sendUrgentData(data);
    } else {
      jfs.sendUrgentData(data, waits);
    }
  }
}
