package jfs.core;

import java.io.IOException;
import jfs.core.carrier.TcpConnection;
import jfs.core.config.Log;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Origin;
import jfs.core.switchover.DeferredSocket;
import jfs.core.transport.Preference;
import jfs.core.transport.Transports;

/** The connection of a socket. Any thread may call. */
class SocketConnection extends CountedConnection {

  /** The connection if it may leave TCP, else null. */
  private volatile DeferredSocket switchable;

  /** The connection if it may leave TCP, else null. */
  DeferredSocket switchable() {
    return switchable;
  }

  /** The socket gets another carrier, and leaves this connection to its caller. */
  void leave() {
    switchable = null;
  }

  @Override
  void becomeSwitchable(
      TcpConnection carrier, Transports.Choice choice, Origin origin, Preference preferred) {
    ConnectionStats stats = counted().stats();
    try {
      DeferredSocket made =
          new DeferredSocket(
              carrier, choice.ends(), origin == Origin.OPENED, preferred, stats, choice.provider());
      stats.include(made.own());
      switchable = made;
      begin(made);
    } catch (IOException e) {
      Log.debug("closed while it was made", e);
    }
  }

  /** It can be found from now on. */
  void begin(DeferredSocket made) throws IOException {
    made.begin();
  }

  @Override
  boolean mayLeaveTcp() {
    return switchable != null;
  }

  @Override
  void close(TcpConnection carrier) throws IOException {
    DeferredSocket fast = switchable;
    if (fast == null) {
      carrier.close();
    } else {
      fast.close();
    }
  }
}
