package jfs.agent.channel;

import java.net.JfsChannels;
import jfs.core.host.SelectorEventFds;
import jfs.core.wait.SelectorEventFd;

/** An eventfd as a selector of the JDK has it. */
record ChannelEventFd(SelectorEventFd own) implements JfsChannels.EventFd {

  @Override
  public int descriptor() {
    return own.descriptor();
  }

  @Override
  public void giveBack() {
    SelectorEventFds.giveBack(own);
  }
}
