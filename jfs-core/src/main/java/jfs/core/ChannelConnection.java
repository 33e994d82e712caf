package jfs.core;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import jfs.core.carrier.SelectableTcp;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.switchover.SelectableConnection;
import jfs.core.transport.Preference;
import jfs.core.transport.Transports;

/**
 * The connection of a selectable channel, from the moment at which it is made until it is closed.
 * Any thread may call.
 */
public final class ChannelConnection {

  private final SelectableTcp tcp;
  private final SocketConnection own;

  private volatile boolean lingers;

  /** Prepares for a connection that was made. */
  public ChannelConnection(SelectableTcp tcp) {
    this.tcp = tcp;
    own = new SocketConnection(Connections.ofProcess(), Transports.installed());
  }

  /**
   * Enters the connection where it is counted, and where peers find it. To be called once, and
   * before any byte is read or written.
   *
   * @param owner the channel; when it is collected, the connection ends
   */
  public void made(Object owner, Origin origin, Preference preference) {
    try {
      own.made(owner, tcp, origin, preference);
    } finally {
      ConnectionStats counted = stats();
      if (counted != null) {
        counted.include(tcp.own());
      }
    }
  }

  /** The connection if it may leave TCP, else null. */
  public SelectableConnection selectable() {
    return (SelectableConnection) own.switchable();
  }

  /** The channel's own traffic has reached what was due. */
  public void due() {
    SelectableConnection connection = selectable();
    if (connection == null) {
      tcp.own().due(Long.MAX_VALUE); // it was closed while it was made
    } else {
      connection.due();
    }
  }

  /** What is counted of the connection; null if it could not be counted. */
  public ConnectionStats stats() {
    Connections.Live counted = own.counted();
    return counted == null ? null : counted.stats();
  }

  /** The program has set an option on TCP. */
  public void optionSet(SocketOption<?> option, Object value) throws IOException {
    if (option == StandardSocketOptions.SO_LINGER) {
      lingers = value instanceof Integer seconds && seconds > 0;
    }
    SelectableConnection fast = selectable();
    int number = OptionNumbers.of(option);
    if (fast != null && number != OptionNumbers.NONE) {
      fast.optionSet(number, value);
    }
  }

  /** The value of an option for the program, given what TCP says. */
  public Object option(SocketOption<?> option, Object tcps) {
    SelectableConnection fast = selectable();
    int number = OptionNumbers.of(option);
    return fast == null || number == OptionNumbers.NONE ? tcps : fast.option(number, tcps);
  }

  /** Closes the connection and TCP. */
  public void close() throws IOException {
    own.closes();
    own.close(tcp, lingers);
  }
}
