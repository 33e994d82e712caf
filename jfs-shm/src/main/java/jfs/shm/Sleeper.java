package jfs.shm;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.VirtualThreads;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.Preference;
import jfs.core.wait.Futex;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.Polling;

/** How the threads of one end sleep, and wake the other end's. */
final class Sleeper {

  private static final byte[] BELL = {0};

  /** How long a thread tries to ring while the JDK lacks memory for a write. */
  private static final long RING_NANOS = 1_000_000_000;

  private static final long RING_PAUSE_NANOS = 1_000_000;

  private final Anchor tcp;

  /** Null unless both ends have it. */
  private final Futex futex;

  private final boolean mayPoll;
  private final Preference preference;

  /**
   * How many doorbells this end has rung on TCP. Written and read by the thread that sends, under
   * the sender's lock; also written by a thread that half-closes without heap, after which no
   * sender reads it.
   */
  private long doorbells;

  Sleeper(Anchor tcp, Futex futex, boolean mayPoll, Preference preference) {
    this.tcp = tcp;
    this.futex = futex;
    this.mayPoll = mayPoll;
    this.preference = preference;
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

  /**
   * Reads from TCP. The JDK reads into direct memory, of which it keeps for each thread as much as
   * the thread has asked for so far. A thread that has read from the ring alone may have asked for
   * little, and the program may have used up the rest. A read that fails for lack of memory has
   * taken no bytes, so it is repeated with less. (A write is not repeated: the thread that switched
   * has written to TCP, and part of the bytes might be on its way.)
   */
  int readTcp(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    int most = length;
    while (true) {
      try {
        return tcp.read(bytes, offset, most, timeoutMillis);
      } catch (OutOfMemoryError e) {
        if (most <= 1) {
          throw e;
        }
        most /= 2;
      }
    }
  }

  /** Whether the calling thread may sleep on a futex; a virtual thread would hold its carrier. */
  boolean mayUseFutex() {
    return futex != null && !VirtualThreads.isVirtual(Thread.currentThread());
  }

  /** Sleeps while the word is armed for it. */
  void sleepOnFutex(WaitWord word, long nanos) {
    futex.await(word.memory(), word.at(), WaitWord.ON_FUTEX, nanos == Long.MAX_VALUE ? 0 : nanos);
  }

  /**
   * Wakes the other end's receiver, if it sleeps and has not taken all that this end has put in. A
   * fence has followed the bytes.
   *
   * <p>A receiver that has taken all needs no wake-up, and a doorbell would do harm: if its JVM
   * were killed before it reads the doorbell, the kernel would send a reset although nothing of the
   * stream was unread. A receiver takes nothing while its word is armed. So a receiver that had
   * something to take before this takes its arming still has it.
   */
  void wake(WaitWord word, PeerEnding.Receiver receiver) {
    for (int seen = word.get(); seen != WaitWord.AWAKE; seen = word.get()) {
      if (!receiver.hasUnread()) {
        return; // it armed after it took the last byte, and looks once more
      }
      if (word.takeIf(seen)) {
        wakeBy(seen, word);
        return;
      }
    }
  }

  /** Wakes the other end's receiver, if it sleeps, even if there is nothing for it to take. */
  void wakeAnyhow(WaitWord word) {
    int seen = word.get();
    if (seen != WaitWord.AWAKE && word.takeIf(seen)) {
      wakeBy(seen, word);
    }
  }

  /**
   * Wakes a sender of the other end that waits for room. By futex alone: only this end's own sender
   * may write to TCP, since it counts what it writes.
   */
  void wakeSender(WaitWord word) {
    if (word.get() == WaitWord.ON_FUTEX && word.takeIf(WaitWord.ON_FUTEX) && futex != null) {
      futex.wake(word.memory(), word.at());
    }
  }

  /** How many doorbells this end has rung on TCP. */
  long doorbells() {
    return doorbells;
  }

  /**
   * Wakes a thread that sleeps on the word itself; a thread that sleeps on TCP is woken when TCP is
   * closed. Does so whatever the word says: the peer may have taken the arming, and have died or
   * been stopped before it woke the thread.
   */
  void wakeByFutex(WaitWord word) {
    if (futex != null) {
      word.takeIf(WaitWord.ON_FUTEX);
      futex.wake(word.memory(), word.at());
    }
  }

  /**
   * Rings for bytes that are published, so the program must get no error: it would send them again.
   * The JDK may need direct memory to write. If there is none for long, this arms the sleeper's
   * word again, for the next thread that wakes it. If the sleeper has counted this doorbell as owed
   * meanwhile, the next doorbell is the owed one.
   */
  private void ring(WaitWord word, int taken) {
    long start = System.nanoTime();
    while (true) {
      try {
        tcp.write(BELL, 0, 1);
        doorbells++;
        return;
      } catch (IOException e) {
        // TCP is closed, which has woken its sleeper.
        Log.debug("no doorbell: " + Log.describe(e));
        return;
      } catch (OutOfMemoryError e) {
        if (System.nanoTime() - start > RING_NANOS) {
          word.arm(taken);
          return;
        }
        LockSupport.parkNanos(RING_PAUSE_NANOS);
      }
    }
  }

  private void wakeBy(int taken, WaitWord word) {
    switch (WaitWord.howOf(taken)) {
      case WaitWord.ON_TCP -> ring(word, taken);
      case WaitWord.ON_FUTEX -> {
        if (futex != null) {
          futex.wake(word.memory(), word.at());
        }
      }
      default -> {}
    }
  }
}
