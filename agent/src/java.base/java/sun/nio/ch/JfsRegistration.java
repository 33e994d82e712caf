package sun.nio.ch;

import java.nio.channels.SelectionKey;
import jdk.internal.vm.annotation.DontInline;

/** The key of a channel of JFS with a selector of JFS, and what that selector knows of it. */
final class JfsRegistration {

  final SelectionKeyImpl key;
  final JfsSelectedChannel channel;
  final JfsEPollSelector selector;

  /** Where it is in the list of its selector; below 0 if it is not. Written by the list. */
  volatile int place = -1;

  /** Whether the channel was read since the selector last armed it, or let it be. A hint. */
  boolean read;

  /** How many waits there were since the channel was read. Used by the selecting thread. */
  int waits;

  /** Whether the peer was asked to signal an eventfd. Used by the selecting thread. */
  boolean isAsked;

  /** What the last look has found. Used by the selecting thread. */
  int ready;

  /** The last selection in which the kernel has told of the key. Used by the selecting thread. */
  long toldIn;

  /** Whether the kernel was told not to look for room. Any thread sets it. */
  private volatile boolean masked;

  JfsRegistration(SelectionKeyImpl key, JfsSelectedChannel channel, JfsEPollSelector selector) {
    this.key = key;
    this.channel = channel;
    this.selector = selector;
  }

  /** The kernel was told not to look for room in the channel. */
  void mask() {
    masked = true;
    selector.masked(this);
  }

  /** Has the kernel look for room again. It is told not to once more, if that is still right. */
  void unmask() {
    if (masked) {
      masked = false;
      if (key.isValid()) {
        selector.watch(key);
      }
    }
  }

  /** Looks without the kernel; returns what is ready of all that the key asks for. */
  @DontInline
  int look() {
    int interest = interest();
    return mayBeReady(interest) ? channel.readyWithoutKernel(interest) : 0;
  }

  /**
   * Whether the last look has found all that the key asks for ready, so the kernel adds nothing. A
   * key that is not valid, and may be in the list yet, says nothing of the others.
   */
  boolean isAllReady() {
    return key.isValid() && without(ready, interest()) == 0;
  }

  /** The operations, of these that a key asks for, for which it is not ready by these events. */
  static int without(int events, int interest) {
    int left = interest;
    if ((events & Net.POLLIN) != 0) {
      left &= ~SelectionKey.OP_READ;
    }
    if ((events & Net.POLLOUT) != 0) {
      left &= ~SelectionKey.OP_WRITE;
    }
    return left;
  }

  private int interest() {
    return key.isValid() ? key.nioInterestOps() : 0;
  }

  private boolean mayBeReady(int interest) {
    return (interest & SelectionKey.OP_WRITE) != 0
        || ((interest & SelectionKey.OP_READ) != 0 && channel.mayRead());
  }

  /** Whether what the key waits for may come without the kernel. */
  boolean isFast() {
    return channel.isFast(interest());
  }

  /**
   * Has the selector told from now on of all that the key asks for; false if it can't be.
   *
   * @param eventFd of a selecting thread that is about to wait, or null
   */
  @DontInline
  boolean arm(JfsEventFd eventFd) {
    int interest = interest();
    if (!channel.arm(interest, this, eventFd)) {
      return false;
    }
    if ((interest & SelectionKey.OP_WRITE) != 0 && !channel.leavesTcpAlone(false)) {
      selector.watch(key); // the kernel may have been told not to look
    }
    return true;
  }
}
