package jfs.core;

import java.io.IOException;
import jfs.core.carrier.SelectableTcp;
import jfs.core.carrier.TcpConnection;
import jfs.core.config.Log;
import jfs.core.runtime.Privileges;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportProvider;
import jfs.core.transport.Transports;

/**
 * The connection of a socket or channel, from the moment at which it is made until it is closed:
 * enters it into {@link Connections}, and asks which transport may serve it. Any thread may call.
 */
abstract class CountedConnection {

  /** Whether it was said that a connection is not counted. A race may say it again. */
  private static volatile boolean said;

  /** Null until connected or accepted. */
  private volatile Connections.Live counted;

  /**
   * Whether close has begun. A thread that closes writes this and then reads {@link #counted}; a
   * thread that connects writes {@code counted} and then reads this. Both are volatile, so at least
   * one of the two threads ends the connection. {@link Connections.Live#end} is idempotent.
   */
  private volatile boolean closed;

  /** The connection as it is counted; null if there is none. */
  final Connections.Live counted() {
    return counted;
  }

  /** The program closes it. To be called before a look at {@link #counted}. */
  final void closes() {
    closed = true;
  }

  /**
   * A carrier's connection was made.
   *
   * @param owner the socket or channel; when it is collected, the connection ends
   */
  final void made(
      Connections connections,
      Transports transports,
      Object owner,
      TcpConnection carrier,
      Origin origin,
      Preference preferred) {
    try {
      if (Privileges.areNeeded()) {
        Privileges.use(
            () -> {
              enter(connections, transports, owner, carrier, origin, preferred);
              return null;
            });
      } else {
        enter(connections, transports, owner, carrier, origin, preferred);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // Only JFS's own work has failed: the connection works, but is not counted.
      if (said) {
        Log.debug("connection not counted", e);
      } else {
        said = true; // it may be so for each connection
        Log.warn("connection not counted", e);
      }
    }
  }

  private void enter(
      Connections connections,
      Transports transports,
      Object owner,
      TcpConnection carrier,
      Origin origin,
      Preference preferred) {
    FourTuple ends =
        new FourTuple(new LocalEnd(carrier), carrier.remoteAddress(), carrier.remotePort());
    Transports.Choice choice = transports.choose(ends, origin == Origin.OPENED, preferred);
    Reason obstacle = choice.provider() == null ? null : obstacle(carrier, choice.provider());
    if (obstacle != null) {
      choice = new Transports.Choice(null, obstacle, choice.ends());
    }
    Reason reason = choice.provider() == null ? choice.reason() : Reason.UNPAIRED;
    Connections.Live added = add(connections, owner, origin, choice.ends(), reason);
    counted = added;
    if (closed) {
      added.end();
    } else if (choice.provider() != null) {
      becomeSwitchable(carrier, choice, origin, preferred);
    }
  }

  /** Enters it among the connections. */
  Connections.Live add(
      Connections connections, Object owner, Origin origin, FourTuple ends, Reason reason) {
    return connections.add(owner, origin, ends, reason);
  }

  /** Why this provider, which may serve such a connection, may not serve this one; or null. */
  Reason obstacle(TcpConnection carrier, TransportProvider provider) {
    if (!carrier.canBeLeft()) {
      return Reason.CHANNEL_CARRIER;
    }
    return carrier instanceof SelectableTcp && !provider.servesChannels()
        ? Reason.NO_CHANNELS
        : null;
  }

  /** The connection is counted, and a provider may serve it: takes what it needs for that. */
  abstract void becomeSwitchable(
      TcpConnection carrier, Transports.Choice choice, Origin origin, Preference preferred);

  /**
   * Closes the connection, or the carrier that has none.
   *
   * @param lingers whether this may take long
   */
  final void close(TcpConnection carrier, boolean lingers) throws IOException {
    Connections.Live ending = counted;
    try {
      if (ending != null) {
        // For status queries while the close lingers.
        ending.stats().closing(lingers);
      }
      if (mayLeaveTcp() && Privileges.areNeeded()) {
        Privileges.use(
            () -> {
              close(carrier);
              return null;
            });
      } else {
        close(carrier);
      }
    } finally {
      if (ending != null) {
        ending.end();
      }
    }
  }

  /** Whether a provider may serve the connection. */
  abstract boolean mayLeaveTcp();

  /** Closes it, with the carrier. */
  abstract void close(TcpConnection carrier) throws IOException;
}
