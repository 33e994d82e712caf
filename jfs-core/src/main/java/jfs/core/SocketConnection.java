package jfs.core;

import java.io.IOException;
import java.net.SocketOptions;
import jfs.core.carrier.SelectableTcp;
import jfs.core.carrier.TcpConnection;
import jfs.core.config.Log;
import jfs.core.runtime.Privileges;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.switchover.SelectableConnection;
import jfs.core.switchover.SwitchableConnection;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportProvider;
import jfs.core.transport.Transports;

/**
 * The connection of a socket, from the moment at which it is made: enters it into {@link
 * Connections}, and makes it a {@link SwitchableConnection} if a transport may serve it. Any thread
 * may call.
 */
final class SocketConnection {

  private final Connections connections;
  private final Transports transports;

  /** Null until connected or accepted. */
  private volatile Connections.Live counted;

  /** The connection if it may leave TCP, else null. */
  private volatile SwitchableConnection switchable;

  /**
   * Whether close has begun. A thread that closes writes this and then reads {@link #counted}; a
   * thread that connects writes {@code counted} and then reads this. Both are volatile, so at least
   * one of the two threads ends the connection. {@link Connections.Live#end} is idempotent.
   */
  private volatile boolean closed;

  /**
   * Whether the program has set SO_TIMEOUT since the construction of {@link #switchable} began,
   * which reads that option. A thread that sets the option writes this and then reads {@code
   * switchable}; a thread that creates {@code switchable} writes it and then reads this. All of it
   * is volatile, so at least one of the two passes the new timeout on.
   */
  private volatile boolean timeoutSet;

  SocketConnection(Connections connections, Transports transports) {
    this.connections = connections;
    this.transports = transports;
  }

  /** The connection as it is counted; null if there is none. */
  Connections.Live counted() {
    return counted;
  }

  /** The connection if it may leave TCP, else null. */
  SwitchableConnection switchable() {
    return switchable;
  }

  /** The program closes the socket. To be called before a look at {@link #counted}. */
  void closes() {
    closed = true;
  }

  /** The program has set SO_TIMEOUT on the carrier. To be called before a look at the rest. */
  void timeoutSet() {
    timeoutSet = true;
  }

  /** The socket gets another carrier, and leaves this connection to its caller. */
  void leave() {
    switchable = null;
  }

  /**
   * A carrier's connection was made.
   *
   * @param owner the socket; when it is collected, the connection ends
   */
  void made(Object owner, TcpConnection carrier, Origin origin, Preference preferred) {
    try {
      if (Privileges.areNeeded()) {
        Privileges.use(
            () -> {
              enter(owner, carrier, origin, preferred);
              return null;
            });
      } else {
        enter(owner, carrier, origin, preferred);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // Only JFS's own work has failed: the connection works, but is not counted.
      Log.warn("connection not counted", e);
    }
  }

  private void enter(Object owner, TcpConnection carrier, Origin origin, Preference preferred) {
    FourTuple ends =
        new FourTuple(new LocalEnd(carrier), carrier.remoteAddress(), carrier.remotePort());
    Transports.Choice choice = transports.choose(ends, preferred);
    Reason obstacle = choice.provider() == null ? null : obstacle(carrier, choice.provider());
    if (obstacle != null) {
      choice = new Transports.Choice(null, obstacle, choice.ends());
    }
    Connections.Live added =
        connections.add(
            owner,
            origin,
            choice.ends(),
            choice.provider() == null ? choice.reason() : Reason.UNPAIRED);
    counted = added;
    if (closed) {
      added.end();
    } else if (choice.provider() != null) {
      becomeSwitchable(carrier, choice, origin, preferred);
    }
  }

  private static Reason obstacle(TcpConnection carrier, TransportProvider provider) {
    if (!carrier.canBeLeft()) {
      return Reason.CHANNEL_CARRIER;
    }
    return carrier instanceof SelectableTcp && !provider.servesChannels()
        ? Reason.NO_CHANNELS
        : null;
  }

  private void becomeSwitchable(
      TcpConnection carrier, Transports.Choice choice, Origin origin, Preference preferred) {
    timeoutSet = false;
    try {
      boolean connector = origin == Origin.OPENED;
      SwitchableConnection made =
          carrier instanceof SelectableTcp channel
              ? new SelectableConnection(
                  channel, choice.ends(), connector, preferred, counted.stats())
              : new SwitchableConnection(
                  carrier, choice.ends(), connector, preferred, counted.stats());
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

  /**
   * Closes the connection, or the carrier that has none.
   *
   * @param lingers whether this may take long
   */
  void close(TcpConnection carrier, boolean lingers) throws IOException {
    Connections.Live ending = counted;
    if (ending != null) {
      // For status queries while the close lingers.
      ending.stats().closing(lingers);
    }
    try {
      close(carrier);
    } finally {
      if (ending != null) {
        ending.end();
      }
    }
  }

  private void close(TcpConnection carrier) throws IOException {
    SwitchableConnection fast = switchable;
    if (fast == null) {
      carrier.close();
    } else if (Privileges.areNeeded()) {
      Privileges.use(
          () -> {
            fast.close();
            return null;
          });
    } else {
      fast.close();
    }
  }
}
