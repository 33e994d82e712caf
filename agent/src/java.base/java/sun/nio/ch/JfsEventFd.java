package sun.nio.ch;

import java.io.FileDescriptor;
import java.net.JfsChannels;
import jdk.internal.misc.Unsafe;

/**
 * The eventfd by which peers wake the thread of a selector, and the channels whose peers are asked
 * to. The kernel tells of the eventfd alone, and not of a channel: so the thread looks at all of
 * these after each wait, and before it waits again. Those that have become idle are asked to ring
 * on TCP, of which the kernel tells. Used by the selecting thread.
 */
final class JfsEventFd {

  /** At most so many channels: the others ring on TCP. */
  private static final int MOST = 128;

  /**
   * A channel is idle that was not read between so many waits. To take back and ask again that often
   * takes about as long as its peer and the kernel take to tell of it by TCP.
   */
  private static final int MOST_WAITS = 32;

  /** After so many armings without one the thread tries again to get one. */
  private static final int PATIENCE = 1024;

  /** EPOLLIN, and EPOLLET: each signal wakes anew, so none has to be read. */
  private static final int EVENTS = 1 | 1 << 31;

  private final JfsEPollSelector selector;

  private JfsChannels.EventFd eventFd;

  /** What the selector has in the place of a channel; null without an eventfd. */
  private Signals signals;

  /** How many armings are to pass before this tries to get one. */
  private int patience;

  private JfsRegistration[] asked;
  private int count;

  JfsEventFd(JfsEPollSelector selector) {
    this.selector = selector;
  }

  /**
   * A channel is about to be armed: what its peer is to signal; null if it has to ring on TCP. From
   * here on the channel is looked at after the next wait, whatever becomes of this one.
   */
  JfsChannels.EventFd toArm(JfsRegistration one) {
    one.waits = one.read ? 0 : one.waits + 1;
    if (one.waits > MOST_WAITS || count == MOST || (eventFd == null && !make())) {
      return null;
    }
    if (!one.isAsked) {
      one.isAsked = true;
      asked[count++] = one;
    }
    return eventFd;
  }

  private boolean make() {
    if (patience > 0) {
      patience--;
      return false;
    }
    patience = PATIENCE;
    JfsChannels.EventFd fresh = null;
    try {
      asked = new JfsRegistration[MOST];
      int epoll = epollOf(selector);
      fresh = JfsChannels.newEventFd();
      if (fresh != null) {
        watch(epoll, fresh);
      }
    } catch (OutOfMemoryError | LinkageError | InternalError e) {
      // Peers ring on TCP.
    } finally {
      if (eventFd == null && fresh != null) {
        fresh.giveBack();
      }
    }
    return eventFd != null;
  }

  /**
   * Has the kernel watch it, and the JDK tell of it. The JDK would not say whether the kernel does:
   * so it finds a key of which the kernel has been told.
   */
  private void watch(int epoll, JfsChannels.EventFd fresh) {
    Signals source = new Signals(fresh.descriptor());
    SelectionKeyImpl key = new SelectionKeyImpl(source, selector);
    key.registeredEvents(EVENTS);
    if (EPoll.ctl(epoll, EPoll.EPOLL_CTL_ADD, fresh.descriptor(), EVENTS) != 0) {
      return;
    }
    try {
      selector.watch(key);
      signals = source;
      eventFd = fresh;
    } finally {
      if (eventFd == null) {
        EPoll.ctl(epoll, EPoll.EPOLL_CTL_DEL, fresh.descriptor(), 0);
      }
    }
  }

  /** The eventfd, as if it were a channel; it is ready for nothing that a program may ask for. */
  private static final class Signals implements SelChImpl {
    private final int descriptor;
    private boolean came;

    Signals(int descriptor) {
      this.descriptor = descriptor;
    }

    @Override
    public FileDescriptor getFD() {
      return null; // for threads that wait for it alone
    }

    @Override
    public int getFDVal() {
      return descriptor;
    }

    @Override
    public boolean translateAndUpdateReadyOps(int ops, SelectionKeyImpl key) {
      came = true;
      return false;
    }

    @Override
    public boolean translateAndSetReadyOps(int ops, SelectionKeyImpl key) {
      came = true;
      return false;
    }

    @Override
    public int translateInterestOps(int ops) {
      return EVENTS;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void kill() {}

    @Override
    public void close() {}
  }

  /** The descriptor of a selector's epoll. Fails with an InternalError if the JDK has no such. */
  private static int epollOf(EPollSelectorImpl selector) {
    Unsafe unsafe = Unsafe.getUnsafe();
    return unsafe.getInt(selector, unsafe.objectFieldOffset(EPollSelectorImpl.class, "epfd"));
  }

  /**
   * Whether a signal came since this was last called: also one that was asked for long ago. A wait
   * that nothing else has ended is then to go on.
   */
  boolean takeSignal() {
    boolean came = signals != null && signals.came;
    if (came) {
      signals.came = false;
    }
    return came;
  }

  /** Whether any peer was asked, and may have signalled. */
  boolean isAsked() {
    return count > 0;
  }

  /** A wait is over, or did not come about: takes back what peers were asked for. */
  void takeBack(JfsUnarmed unarmed) {
    while (count > 0) {
      JfsRegistration one = asked[count - 1];
      if (one.key.isValid()) {
        one.channel.disarm(one);
        unarmed.add(one); // also if it stays armed: then it is for more than this selector
      }
      one.read = false;
      one.isAsked = false;
      asked[--count] = null;
    }
  }

  /** The selector was closed, and its epoll with it. */
  void close() {
    JfsChannels.EventFd last = eventFd;
    eventFd = null;
    patience = Integer.MAX_VALUE;
    if (last != null) {
      last.giveBack();
    }
  }
}
