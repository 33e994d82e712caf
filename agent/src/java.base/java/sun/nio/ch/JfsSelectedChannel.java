package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.JfsChannelEnd;
import java.net.JfsChannels;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.vm.annotation.DontInline;

/**
 * A channel as its selectors see it: whether it is ready, given what the kernel says of TCP, and
 * what the kernel is to look at.
 */
abstract class JfsSelectedChannel extends JfsTcpChannel {

  private static final JfsRegistration[] NONE = {};

  /** With selectors of JFS. Replaced, never changed; written under this class's monitor. */
  private volatile JfsRegistration[] registrations = NONE;

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
  final void registered(JfsRegistration one) {
    synchronized (JfsSelectedChannel.class) {
      List<JfsRegistration> valid = valid();
      valid.add(one);
      registrations = valid.toArray(NONE);
    }
  }

  /**
   * A key is not valid any more. Takes heap only for a channel with several selectors, and works
   * without: the JDK has done a part of what a cancelled key needs, and has to do the rest.
   */
  final void deregistered() {
    synchronized (JfsSelectedChannel.class) {
      boolean any = false;
      for (JfsRegistration one : registrations) {
        if (one.key.isValid()) {
          any = true;
        } else {
          one.selector.forgets(one);
        }
      }
      try {
        registrations = any ? valid().toArray(NONE) : NONE;
      } catch (OutOfMemoryError e) {
        // It stays until a thread registers the channel, or cancels another of its keys. Each thread
        // that uses a registration looks whether its key is valid.
      }
    }
  }

  /** Those that are left: a selector that was closed has not said so. */
  private List<JfsRegistration> valid() {
    List<JfsRegistration> valid = new ArrayList<>();
    for (JfsRegistration one : registrations) {
      if (one.key.isValid()) {
        valid.add(one);
      } else {
        one.selector.forgets(one);
      }
    }
    return valid;
  }

  /** The registration of a key; null if it has none, or none any more. */
  final JfsRegistration registrationOf(SelectionKeyImpl key) {
    for (JfsRegistration one : registrations) {
      if (one.key == key) {
        return one;
      }
    }
    return null;
  }

  /** A thread has read, or may have. */
  final void unarmed() {
    if (leavesToJfs) {
      for (JfsRegistration one : registrations) {
        one.read = true;
        one.selector.unarmed(one);
      }
    }
  }

  @Override
  final void changed() {
    for (JfsRegistration one : registrations) {
      one.selector.changed(one);
    }
  }

  /** A hint: whether a look without the kernel may find something to read. */
  boolean mayRead() {
    JfsChannelEnd jfs = end;
    return jfs != null && jfs.mayRead();
  }

  /** What a look without the kernel finds, for the operations that a key asks for. */
  int readyWithoutKernel(int interest) {
    JfsChannelEnd jfs = end;
    int ready = 0;
    // A channel that closes is not ready, although a read would throw: its keys go in a moment.
    if (jfs != null && isOpen()) {
      if ((interest & SelectionKey.OP_READ) != 0 && JfsCalls.canRead(jfs, false)) {
        ready |= Net.POLLIN;
      }
      if ((interest & SelectionKey.OP_WRITE) != 0 && jfs.canWrite(false)) {
        ready |= Net.POLLOUT;
      }
    }
    return ready;
  }

  /** Whether what a key asks for may come without the kernel. */
  boolean isFast(int interest) {
    JfsChannelEnd jfs = end;
    return jfs != null
        && jfs.isFast(
            (interest & SelectionKey.OP_READ) != 0, (interest & SelectionKey.OP_WRITE) != 0);
  }

  /**
   * Has the selectors told of what a key asks for; false if they have to look again.
   *
   * @param eventFd by which a selector may be told that is the only one; or null
   */
  boolean arm(int interest, JfsRegistration one, JfsEventFd eventFd) {
    JfsChannelEnd jfs = end;
    if (jfs == null || !isOpen()) {
      return true;
    }
    boolean reads = (interest & SelectionKey.OP_READ) != 0;
    JfsChannels.EventFd by =
        reads && eventFd != null && !isShared(one) ? eventFd.toArm(one) : null;
    return jfs.arm(reads, (interest & SelectionKey.OP_WRITE) != 0, by);
  }

  /**
   * Takes back what {@link #arm} has asked for, of bytes to read, for the channel's only selector;
   * false if there are others, which may count on it. One that comes meanwhile has to look again.
   */
  boolean disarm(JfsRegistration only) {
    JfsChannelEnd jfs = end;
    if (jfs == null || isShared(only)) {
      return false;
    }
    jfs.disarm();
    for (JfsRegistration one : registrations) {
      if (one != only) {
        one.selector.changed(one);
      }
    }
    return true;
  }

  private boolean isShared(JfsRegistration with) {
    for (JfsRegistration one : registrations) {
      if (one != with && one.key.isValid()) { // one of a selector that was closed is not
        return true;
      }
    }
    return false;
  }

  /** Whether the kernel is not asked about a direction, since JFS tells. */
  boolean leavesTcpAlone(boolean receiving) {
    JfsChannelEnd jfs = end;
    return jfs != null && jfs.leavesTcpAlone(receiving);
  }

  @Override
  public int translateInterestOps(int ops) {
    JfsChannelEnd jfs = end;
    int events = super.translateInterestOps(ops);
    try {
      return jfs == null ? events : watched(jfs, ops, events);
    } catch (RuntimeException | Error e) {
      // Without memory, say. The JDK has taken the key from its list, and would not watch it at all.
      // If the kernel tells of more than it should, a closer look follows.
      return events;
    }
  }

  /** What of these events the kernel is to look for. */
  private int watched(JfsChannelEnd jfs, int ops, int jdks) {
    int events = jdks;
    if (jfs.leavesTcpAlone(true)) {
      events &= ~Net.POLLIN;
    }
    if (jfs.leavesTcpAlone(false)) {
      events &= ~Net.POLLOUT;
    } else if ((ops & SelectionKey.OP_WRITE) != 0 && !jfs.canWrite(true)) {
      // TCP is always writable once the bytes go another way.
      events &= ~Net.POLLOUT;
      for (JfsRegistration one : registrations) {
        one.mask();
      }
    }
    return events;
  }

  @Override
  public boolean translateReadyOps(int events, int initialOps, SelectionKeyImpl key) {
    JfsChannelEnd jfs = end;
    JfsRegistration one = registrationOf(key);
    int told = one == null || one.selector.processes() ? events : judged(jfs, events, one);
    return super.translateReadyOps(told, initialOps, key);
  }

  /** Whether all directions that a key asks for have left TCP alone, so its end says nothing. */
  private static boolean isOnlyJfsAsked(JfsChannelEnd jfs, int interest) {
    return ((interest & SelectionKey.OP_READ) == 0 || jfs.leavesTcpAlone(true))
        && ((interest & SelectionKey.OP_WRITE) == 0 || jfs.leavesTcpAlone(false));
  }

  /** What is ready, given what the kernel says; by an end, or null. */
  @DontInline
  private int judged(JfsChannelEnd jfs, int events, JfsRegistration one) {
    int told = events;
    if (jfs == null || !leavesToJfs) {
      one.selector.told(one, events != 0);
      return events;
    }
    if ((events & (Net.POLLERR | Net.POLLHUP | Net.POLLNVAL)) != 0) {
      if (!isOnlyJfsAsked(jfs, one.key.nioInterestOps())) {
        // That has a read know of TCP's end. Else it would wait until JFS hears of a peer's death,
        // and the kernel would tell of this again and again.
        boolean readable = JfsCalls.canRead(jfs, true);
        if ((one.key.nioInterestOps() & SelectionKey.OP_WRITE) != 0 && !jfs.canWrite(true)) {
          // A writer hears of it from JFS, in a moment; until then a write would do nothing.
          told = readable ? Net.POLLIN : 0;
        }
        one.selector.told(one, told != 0);
        return told;
      }
      told = 0;
      one.selector.watch(one.key); // or rather no longer
    }
    if ((told & Net.POLLIN) != 0) {
      // Looking may take a doorbell from TCP, which then does not tell again of what the program
      // leaves unread.
      unarmed();
      boolean readable = JfsCalls.canRead(jfs, true);
      // Before that, another selector that waits may have counted on the doorbell that is taken now.
      unarmed();
      if (!readable) {
        told &= ~Net.POLLIN;
        if (jfs.leavesTcpAlone(true)) {
          one.selector.watch(one.key);
        }
      }
    }
    if ((told & Net.POLLOUT) != 0 && !jfs.canWrite(true)) {
      told &= ~Net.POLLOUT;
      one.selector.setEventOps(one.key);
    }
    // All at once: a key counts once in a selection.
    int left = JfsRegistration.without(told, one.key.nioInterestOps());
    told |= left == 0 ? 0 : readyWithoutKernel(left);
    one.selector.told(one, told != 0);
    return told;
  }
}
