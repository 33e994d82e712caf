package java.net;

import java.nio.channels.Channel;

/** Where the JDK's channels find JFS, once the agent has set it here. */
public final class JfsChannels implements Runnable {

  /** Makes JFS's part of channels and selectors. */
  public interface Maker {

    /**
     * A connection was made.
     *
     * @param owner the channel
     * @param opened whether this end has connected, rather than accepted
     * @return null if the channel is to stay the JDK's own
     */
    JfsChannelEnd make(Channel owner, JfsChannelTcp tcp, boolean opened);

    /** How the thread of a selector spins before it waits. */
    Spin newSpin();

    /** By what peers wake the thread of a selector; null if they have to ring on TCP. */
    EventFd newEventFd();
  }

  /** An eventfd that peers signal. */
  public interface EventFd {

    /** Its number in this process. It stays open. */
    int descriptor();

    /** The selector was closed. */
    void giveBack();
  }

  /** A wait without the kernel. One thread at a time. */
  public interface Spin {

    /** Whether to spin now; if so, {@link #end} must follow. */
    boolean begin();

    /**
     * Whether to look once more; called after each look at a channel.
     *
     * @param all whether this was the last of the channels
     */
    boolean goOn(boolean all);

    /** The spin is over, and brought something or not. */
    void end(boolean paid);

    /** The thread is about to wait in the kernel. */
    void sleeps();
  }

  private static volatile Maker maker;

  private JfsChannels() {}

  /** Sets JFS's part. */
  public static void set(Maker newMaker) {
    maker = newMaker;
  }

  /**
   * New connections of channels have no part of JFS's from now on: they are as the JDK's, with any
   * selector. The agent, which knows only the JDK's interfaces, makes one instance for this call.
   */
  @Override
  public void run() {
    maker = null;
  }

  /** JFS's end of a connection, or null. */
  public static JfsChannelEnd make(Channel owner, JfsChannelTcp tcp, boolean opened) {
    Maker jfs = maker;
    try {
      return jfs == null ? null : jfs.make(owner, tcp, opened);
    } catch (Exception | LinkageError e) {
      return null; // the connection works without
    }
  }

  /** An eventfd for a selector, or null. */
  public static EventFd newEventFd() {
    Maker jfs = maker;
    try {
      return jfs == null ? null : jfs.newEventFd();
    } catch (Exception | LinkageError e) {
      return null;
    }
  }

  /** A spin for a selector, or null. */
  public static Spin newSpin() {
    Maker jfs = maker;
    try {
      return jfs == null ? null : jfs.newSpin();
    } catch (Exception | LinkageError e) {
      return null;
    }
  }
}
