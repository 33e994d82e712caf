package jfs.shm.stream;

import java.nio.ByteBuffer;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.VirtualThreads;
import jfs.core.transport.Anchor;
import jfs.core.transport.Preference;
import jfs.core.wait.Futex;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.Polling;
import jfs.core.wait.SelectorEventFd;

/** How the threads of one end sleep. */
final class Sleeper {

  private final Anchor tcp;
  private final Waker waker;

  /** Null unless both ends have it. */
  private final Futex futex;

  private final boolean mayPoll;
  private final Preference preference;

  private final EventFds eventFds;

  Sleeper(Anchor tcp, Futex futex, EventFds eventFds, boolean mayPoll, Preference preference) {
    this.tcp = tcp;
    this.futex = futex;
    this.mayPoll = mayPoll;
    this.preference = preference;
    this.eventFds = eventFds;
    waker = new Waker(tcp, futex, eventFds);
  }

  /**
   * Uses each native method once, in 4 bytes of direct memory that nothing else uses and that are
   * 0: the JVM looks such a method up at its first call, which takes heap.
   */
  static void useOnce(ByteBuffer scratch) {
    Futex futex = Futex.installed();
    if (futex != null) {
      futex.await(scratch, 0, WaitWord.ON_FUTEX, 1); // returns at once: the word is not armed
      futex.wake(scratch, 0);
    }
  }

  /**
   * How a thread polls before it sleeps. If bandwidth is preferred, it sleeps at once: by the time
   * that it is awake there is more to take.
   */
  MemorySpin newSpin() {
    return new MemorySpin(polling());
  }

  private Polling polling() {
    if (!mayPoll || preference == Preference.BANDWIDTH) {
      return Polling.NONE;
    }
    return preference == Preference.LATENCY ? Polling.LONG : Polling.USUAL;
  }

  Anchor tcp() {
    return tcp;
  }

  /** What wakes the threads that sleep here, and those of the other end. */
  Waker waker() {
    return waker;
  }

  /** Whether the calling thread may sleep on a futex; a virtual thread would hold its carrier. */
  boolean mayUseFutex() {
    return futex != null && !VirtualThreads.isVirtual(Thread.currentThread());
  }

  /** Whether the peer can wake a selector of this JVM by its eventfd; null is none. */
  boolean mayUse(SelectorEventFd eventFd) {
    return eventFd != null && eventFds.isHeldByPeer(eventFd);
  }

  /** Sleeps while the word is armed for it. */
  void sleepOnFutex(WaitWord word, long nanos) {
    futex.await(word.memory(), word.at(), WaitWord.ON_FUTEX, nanos == Long.MAX_VALUE ? 0 : nanos);
  }
}
