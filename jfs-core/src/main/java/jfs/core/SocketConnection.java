package jfs.core;

import java.io.IOException;
import java.net.SocketOptions;
import jfs.core.carrier.TcpConnection;
import jfs.core.config.Log;
import jfs.core.stats.Origin;
import jfs.core.switchover.SwitchableConnection;
import jfs.core.transport.Preference;
import jfs.core.transport.Transports;

/**
 * The connection of a socket: a {@link SwitchableConnection} if a transport may serve it. Any
 * thread may call.
 */
final class SocketConnection extends CountedConnection {

  /** The connection if it may leave TCP, else null. */
  private volatile SwitchableConnection switchable;

  /**
   * Whether the program has set SO_TIMEOUT since the construction of {@link #switchable} began,
   * which reads that option. A thread that sets the option writes this and then reads {@code
   * switchable}; a thread that creates {@code switchable} writes it and then reads this. All of it
   * is volatile, so at least one of the two passes the new timeout on.
   */
  private volatile boolean timeoutSet;

  /** The connection if it may leave TCP, else null. */
  SwitchableConnection switchable() {
    return switchable;
  }

  /** The program has set SO_TIMEOUT on the carrier. To be called before a look at the rest. */
  void timeoutSet() {
    timeoutSet = true;
  }

  /** The socket gets another carrier, and leaves this connection to its caller. */
  void leave() {
    switchable = null;
  }

  @Override
  void becomeSwitchable(
      TcpConnection carrier, Transports.Choice choice, Origin origin, Preference preferred) {
    timeoutSet = false;
    try {
      SwitchableConnection made =
          new SwitchableConnection(
              carrier, choice.ends(), origin == Origin.OPENED, preferred, counted().stats());
      switchable = made;
      while (timeoutSet) {
        timeoutSet = false;
        made.optionSet(SocketOptions.SO_TIMEOUT, carrier.getOption(SocketOptions.SO_TIMEOUT));
      }
      made.register(choice.provider());
    } catch (IOException e) {
      Log.debug("closed while it was made: " + Log.describe(e));
    }
  }

  @Override
  boolean mayLeaveTcp() {
    return switchable != null;
  }

  @Override
  void close(TcpConnection carrier) throws IOException {
    SwitchableConnection fast = switchable;
    if (fast == null) {
      carrier.close();
    } else {
      fast.close();
    }
  }
}
