package jfs.agent.channel;

import java.net.JfsAccount;
import java.net.JfsChannelEnd;
import java.net.JfsChannelTcp;
import java.net.JfsChannels;
import java.nio.channels.Channel;
import jfs.core.ChannelConnection;
import jfs.core.ChannelPreferences;
import jfs.core.stats.Origin;
import jfs.core.switchover.SelectableConnection;
import jfs.core.host.SelectorEventFds;
import jfs.core.wait.SelectorEventFd;
import jfs.core.wait.SelectorSpin;

/** Makes JFS's part of the JDK's channels and selectors. Any thread may call. */
public final class ChannelMaker implements JfsChannels.Maker {

  /** Has the JDK's channels call JFS from now on. */
  public static void install() {
    ChannelPreferences.keep();
    JfsChannels.set(new ChannelMaker());
  }

  private ChannelMaker() {}

  @Override
  public JfsChannelEnd make(Channel owner, JfsChannelTcp tcp, boolean opened) {
    JfsAccount account =
        new JfsAccount(
            SelectableConnection.CALL_MICROS,
            SelectableConnection.TURN_MICROS,
            SelectableConnection.BYTES_SHIFT);
    ChannelConnection connection =
        new ChannelConnection(new ChannelTcp(tcp, new ChannelTraffic(account)));
    ChannelEnd end = new ChannelEnd(connection, account);
    try {
      // Last: from here on a peer may send its bytes by a transport.
      connection.made(
          owner, opened ? Origin.OPENED : Origin.ACCEPTED, ChannelPreferences.of(owner, opened));
    } catch (VirtualMachineError e) {
      // The connection may be registered nevertheless, so the channel has to go through it.
    }
    return end;
  }

  @Override
  public JfsChannels.Spin newSpin() {
    return new Spin(new SelectorSpin());
  }

  @Override
  public JfsChannels.EventFd newEventFd() {
    SelectorEventFd own = SelectorEventFds.take();
    ChannelEventFd made = null;
    try {
      made = own == null ? null : new ChannelEventFd(own);
    } finally {
      if (made == null && own != null) {
        SelectorEventFds.giveBack(own); // there is no heap
      }
    }
    return made;
  }

  private record Spin(SelectorSpin looks) implements JfsChannels.Spin {

    @Override
    public boolean begin() {
      return looks.begin();
    }

    @Override
    public boolean goOn(boolean all) {
      return looks.goOn(all);
    }

    @Override
    public void end(boolean paid) {
      looks.end(paid);
    }

    @Override
    public void sleeps() {
      looks.sleeps();
    }
  }
}
