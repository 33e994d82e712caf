package jfs.nio.shm;

import java.io.IOException;
import jfs.core.config.Log;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.VirtualThreads;
import jfs.core.transport.Anchor;
import jfs.core.transport.Preference;
import jfs.core.wait.Futex;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.Polling;

/** How the threads of one end sleep, and wake the other end's. */
final class Sleeper {

  private static final byte[] BELL = {0};

  private final Anchor tcp;

  /** Null unless both ends have it. */
  private final Futex futex;

  private final boolean mayPoll;
  private final Preference preference;

  /** How many were rung on TCP. Written by the thread that sends, which holds that lock. */
  private long doorbells;

  Sleeper(Anchor tcp, Futex futex, boolean mayPoll, Preference preference) {
    this.tcp = tcp;
    this.futex = futex;
    this.mayPoll = mayPoll;
    this.preference = preference;
  }

  /**
   * How a thread may pass the time before it sleeps. Where bandwidth is what counts it sleeps at
   * once: by the time that it is awake there is more to take.
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

  /** Whether the calling thread may sleep on a futex; a virtual one would hold its carrier. */
  boolean mayUseFutex() {
    return futex != null && !VirtualThreads.isVirtual(Thread.currentThread());
  }

  /** Sleeps while the word is armed for it. */
  void sleepOnFutex(WaitWord word, long nanos) {
    futex.await(word.memory(), word.at(), WaitWord.ON_FUTEX, nanos == Long.MAX_VALUE ? 0 : nanos);
  }

  /** Wakes the other end, if it sleeps. What it waits for was published, and a fence followed. */
  void wake(WaitWord word) {
    if (word.get() != WaitWord.AWAKE) {
      wakeBy(word.take(), word);
    }
  }

  /**
   * Wakes a sender of the other end that waits for room. By futex alone: only this end's own sender
   * may write to TCP, for it counts what it writes.
   */
  void wakeSender(WaitWord word) {
    if (word.get() == WaitWord.ON_FUTEX && word.take() == WaitWord.ON_FUTEX && futex != null) {
      futex.wake(word.memory(), word.at());
    }
  }

  /** How many doorbells this end has rung on TCP. */
  long doorbells() {
    return doorbells;
  }

  /**
   * Wakes whoever sleeps on the word itself; who sleeps on TCP is left to whoever closes that.
   * Whatever the word says: a peer may have taken the duty to wake, and have died or be stopped
   * before it did.
   */
  void wakeByFutex(WaitWord word) {
    if (futex != null) {
      if (word.get() == WaitWord.ON_FUTEX) {
        word.take();
      }
      futex.wake(word.memory(), word.at());
    }
  }

  private void wakeBy(int how, WaitWord word) {
    switch (how) {
      case WaitWord.ON_TCP -> {
        try {
          doorbells++;
          tcp.write(BELL, 0, 1);
        } catch (IOException e) {
          // Whoever closed TCP woke its sleeper by that.
          Log.debug("no doorbell: " + Log.describe(e));
        }
      }
      case WaitWord.ON_FUTEX -> {
        if (futex != null) {
          futex.wake(word.memory(), word.at());
        }
      }
      default -> {}
    }
  }
}
