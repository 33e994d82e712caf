package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.JfsChannelEnd;
import java.net.JfsChannels;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The JDK's socket channel while the JFS agent is installed: the JDK's own in all but the way of
 * the bytes. It tells JFS of its connection when that is made, and gives JFS the bytes once a
 * transport is known, or if it blocks. The agent has the JDK's provider make it in place of its
 * superclass. It refers to no class of JFS, since those are loaded elsewhere, but to the interfaces
 * that the agent defines in {@code java.net}.
 */
final class JfsSocketChannel extends JfsWritingChannel {

  JfsSocketChannel(SelectorProvider provider) throws IOException {
    super(provider);
  }

  JfsSocketChannel(SelectorProvider provider, ProtocolFamily family) throws IOException {
    super(provider, family);
  }

  /** Of an accepted connection. */
  JfsSocketChannel(
      SelectorProvider provider, ProtocolFamily family, FileDescriptor fd, SocketAddress remote)
      throws IOException {
    super(provider, family, fd, remote);
    connected(false);
  }

  private void connected(boolean opened) {
    // Other selectors would not have such a channel armed.
    if (counted == null && isNetSocket() && provider() instanceof EPollSelectorProvider) {
      JfsChannelEnd made;
      try {
        made = JfsChannels.make(this, tcp(), opened);
      } catch (VirtualMachineError e) {
        return; // no memory, and no peer knows of this end; the JDK would lose the descriptor
      }
      end = made == null || made.isPlain() ? null : made;
      account = made == null ? null : made.account();
      counted = made;
      if (made != null && !isOpen()) {
        overtaken(made);
      }
    }
  }

  /**
   * A thread has begun to close the channel before the connection could be found. It marks the
   * channel as closed and then looks for the connection; this thread has entered the connection and
   * then looked at the mark. So at least one of them ends it, and {@link #ends} has one close TCP.
   */
  private static void overtaken(JfsChannelEnd made) {
    try {
      made.close();
    } catch (IOException e) {
      // The program's close tells of that.
    }
  }

  @Override
  public boolean connect(SocketAddress remote) throws IOException {
    lock();
    try {
      if (counted == null) {
        boolean done = super.connect(remote);
        if (done) {
          connected(true);
        }
        return done;
      }
    } finally {
      unlock();
    }
    // It fails, and may close the channel. A thread that closes it now has the JDK's lock for that,
    // and waits for the turns.
    return super.connect(remote);
  }

  @Override
  public boolean finishConnect() throws IOException {
    lock();
    try {
      if (counted == null) {
        boolean before = isConnected();
        boolean done = super.finishConnect();
        if (done && !before) {
          connected(true);
        }
        return done;
      }
    } finally {
      unlock();
    }
    return super.finishConnect();
  }

  @Override
  void blockingConnect(SocketAddress remote, long nanos) throws IOException {
    lock();
    try {
      super.blockingConnect(remote, nanos);
      connected(true);
    } finally {
      mayBlock(true); // the JDK may have set the mode back just as the program has set it
      unlock();
    }
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> option, T value) throws IOException {
    super.setOption(option, value);
    JfsChannelEnd jfs = end;
    if (jfs != null) {
      jfs.optionSet(option, value);
    }
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // JFS returns a value of the same type
  public <T> T getOption(SocketOption<T> option) throws IOException {
    T kernels = super.getOption(option);
    JfsChannelEnd jfs = end;
    return jfs == null ? kernels : (T) jfs.option(option, kernels);
  }

  /** Waits, as the JDK does, until no thread reads or writes. */
  @Override
  protected void implConfigureBlocking(boolean block) throws IOException {
    lock();
    try {
      mayBlock(true);
      super.implConfigureBlocking(block);
      mayBlock(block);
    } finally {
      unlock();
    }
  }

  @Override
  @ReservedStackAccess
  protected void implCloseSelectableChannel() throws IOException {
    JfsChannelEnd jfs = counted;
    if (jfs != null) {
      jfs.close();
    } else if (ends()) {
      super.implCloseSelectableChannel();
    }
  }

  /** The JDK's own says what its superclass is, which would be another here. */
  @Override
  public String toString() {
    String own = super.toString();
    return SocketChannel.class.getName() + own.substring(own.indexOf('['));
  }
}
