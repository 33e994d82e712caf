package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.JfsChannelEnd;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;

/**
 * A channel as its selectors see it: whether it is ready, given what the kernel says of TCP, and
 * what the kernel is to look at.
 */
abstract class JfsSelectedChannel extends JfsTcpChannel {

  private static final SelectionKeyImpl[] NO_KEYS = {};

  /** The keys with selectors of JFS. Replaced, never changed; written under this class's monitor. */
  private volatile SelectionKeyImpl[] keys = NO_KEYS;

  JfsSelectedChannel(SelectorProvider provider) throws IOException {
    super(provider);
  }

  JfsSelectedChannel(SelectorProvider provider, ProtocolFamily family) throws IOException {
    super(provider, family);
  }

  JfsSelectedChannel(
      SelectorProvider provider, ProtocolFamily family, FileDescriptor fd, SocketAddress remote)
      throws IOException {
    super(provider, family, fd, remote);
  }

  /** A selector of JFS has a key of this channel. */
  void registered(SelectionKeyImpl key) {
    synchronized (JfsSelectedChannel.class) {
      List<SelectionKeyImpl> valid = validKeys();
      valid.add(key);
      keys = valid.toArray(NO_KEYS);
    }
  }

  /** A key is not valid any more. */
  void deregistered() {
    synchronized (JfsSelectedChannel.class) {
      keys = validKeys().toArray(NO_KEYS);
    }
  }

  /** Those that are left: a selector that was closed has not said so. */
  private List<SelectionKeyImpl> validKeys() {
    List<SelectionKeyImpl> valid = new ArrayList<>();
    for (SelectionKeyImpl key : keys) {
      if (key.isValid()) {
        valid.add(key);
      }
    }
    return valid;
  }

  /** A thread has read: no doorbell comes until a selector asks for one. */
  final void unarmed() {
    for (SelectionKeyImpl key : keys) {
      ((JfsEPollSelector) key.selector()).unarmed(key);
    }
  }

  /** What a look without the kernel finds, for the operations that a key asks for. */
  int readyWithoutKernel(int interest) {
    JfsChannelEnd jfs = end;
    int ready = 0;
    if (jfs != null) {
      if ((interest & SelectionKey.OP_READ) != 0 && jfs.canRead(false)) {
        ready |= Net.POLLIN;
      }
      if ((interest & SelectionKey.OP_WRITE) != 0 && jfs.canWrite(false)) {
        ready |= Net.POLLOUT;
      }
    }
    return ready;
  }

  /** Whether bytes may come without the kernel. */
  boolean isFast() {
    JfsChannelEnd jfs = end;
    return jfs != null && jfs.isFast();
  }

  /** Whether the kernel tells from now on when there is something to read. */
  boolean arm() {
    JfsChannelEnd jfs = end;
    return jfs == null || jfs.arm();
  }

  /** Whether the kernel tells when there is room. */
  boolean isWritableOnTcp() {
    JfsChannelEnd jfs = end;
    return jfs == null || (jfs.canWrite(true) && !jfs.canWrite(false));
  }

  @Override
  public int translateInterestOps(int ops) {
    JfsChannelEnd jfs = end;
    int events = super.translateInterestOps(ops);
    if (jfs == null || (ops & SelectionKey.OP_WRITE) == 0 || jfs.canWrite(true)) {
      return events;
    }
    // TCP is always writable once the bytes go another way.
    for (SelectionKeyImpl key : keys) {
      ((JfsEPollSelector) key.selector()).masked(key);
    }
    return events & ~Net.POLLOUT;
  }

  @Override
  public boolean translateReadyOps(int events, int initialOps, SelectionKeyImpl key) {
    JfsChannelEnd jfs = end;
    int told = events;
    if (jfs != null && (events & (Net.POLLERR | Net.POLLHUP | Net.POLLNVAL)) == 0) {
      JfsEPollSelector selector = (JfsEPollSelector) key.selector();
      if ((events & Net.POLLIN) != 0 && !jfs.canRead(true)) {
        told &= ~Net.POLLIN;
        unarmed();
      }
      if ((events & Net.POLLOUT) != 0 && !jfs.canWrite(true)) {
        told &= ~Net.POLLOUT;
        selector.setEventOps(key);
      }
      // All at once: a key counts once in a selection.
      told |= readyWithoutKernel(key.nioInterestOps());
      selector.told(key, told != 0);
    }
    return super.translateReadyOps(told, initialOps, key);
  }
}
