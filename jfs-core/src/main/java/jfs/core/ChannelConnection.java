package jfs.core;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import jfs.core.carrier.SelectableTcp;
import jfs.core.carrier.TcpConnection;
import jfs.core.config.Log;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.switchover.DeferredChannel;
import jfs.core.switchover.SelectableConnection;
import jfs.core.transport.Preference;
import jfs.core.transport.Transports;

/** The connection of a selectable channel. Any thread may call. */
public final class ChannelConnection extends CountedConnection {

  private final SelectableTcp tcp;

  /** Null if it stays on TCP. Written by the thread that makes the connection. */
  private volatile DeferredChannel deferred;

  private volatile boolean lingers;

  /** Prepares for a connection that was made. */
  public ChannelConnection(SelectableTcp tcp) {
    this.tcp = tcp;
  }

  /**
   * Enters the connection where it is counted. To be called once, and before any byte is read or
   * written.
   *
   * @param owner the channel; when it is collected, the connection ends
   */
  public void made(Object owner, Origin origin, Preference preference) {
    try {
      made(Connections.ofProcess(), Transports.installed(), owner, tcp, origin, preference);
    } finally {
      ConnectionStats counted = stats();
      if (counted != null) {
        counted.include(tcp.own());
      }
    }
  }

  @Override
  void becomeSwitchable(
      TcpConnection carrier, Transports.Choice choice, Origin origin, Preference preferred) {
    DeferredChannel made =
        new DeferredChannel(
            tcp,
            choice.ends(),
            origin == Origin.OPENED,
            preferred,
            counted().stats(),
            choice.provider());
    deferred = made;
    try {
      made.begin();
    } catch (IOException e) {
      Log.debug("closed while it was made", e);
    }
  }

  @Override
  public boolean mayLeaveTcp() {
    return deferred != null;
  }

  /** JFS's part of a connection that may leave TCP; null as long as there was no need of it. */
  public SelectableConnection made() {
    return deferred.made();
  }

  /** The same, but makes it: the channel needs JFS from now on. */
  public SelectableConnection make() throws IOException {
    return deferred.make();
  }

  /** The channel's own traffic has reached what was due. */
  public void due() throws IOException {
    deferred.due();
  }

  /** Ends the sending direction. */
  public void shutdownOutput() throws IOException {
    deferred.shutdownOutput();
  }

  /** Makes every further read return end of file. */
  public void shutdownInput() throws IOException {
    deferred.shutdownInput();
  }

  /** Sends one byte of urgent data; with no room an exception says so, unless this waits for it. */
  public void sendUrgentData(int data, boolean waits) throws IOException {
    deferred.sendUrgentData(data, waits);
  }

  /** What is counted of the connection; null if it could not be counted. */
  public ConnectionStats stats() {
    Connections.Live counted = counted();
    return counted == null ? null : counted.stats();
  }

  /** The program has set an option on TCP. */
  public void optionSet(SocketOption<?> option, Object value) throws IOException {
    if (option == StandardSocketOptions.SO_LINGER) {
      lingers = value instanceof Integer seconds && seconds > 0;
    }
    SelectableConnection fast = made();
    int number = OptionNumbers.of(option);
    if (fast != null && number != OptionNumbers.NONE) {
      fast.optionSet(number, value);
    }
  }

  /** The value of an option for the program, given what TCP says. */
  public Object option(SocketOption<?> option, Object tcps) {
    SelectableConnection fast = made();
    int number = OptionNumbers.of(option);
    return fast == null || number == OptionNumbers.NONE ? tcps : fast.option(number, tcps);
  }

  /** How many bytes can be read without waiting. */
  public int available() throws IOException {
    SelectableConnection fast = made();
    return fast == null ? tcp.available() : fast.available();
  }

  /** Closes the connection and TCP. */
  public void close() throws IOException {
    closes();
    close(tcp, lingers);
  }

  @Override
  void close(TcpConnection carrier) throws IOException {
    DeferredChannel mine = deferred;
    if (mine == null) {
      carrier.close();
    } else {
      mine.close();
    }
  }
}
