package jfs.shm.stream;

import java.net.SocketException;
import jfs.core.ring.WaitWord;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.wait.Futex;
import jfs.core.wait.WaitCounts;

/**
 * Wakes the threads of the other end, as their words say that they sleep: by futex, by a doorbell
 * on TCP, or by an eventfd. Wakes this end's own threads by futex.
 */
final class Waker {

  private final DoorbellRinger bell;

  /** Null unless both ends have it. */
  private final Futex futex;

  private final EventFds eventFds;

  /**
   * The arming that a thread has taken, or was about to take, and has not answered, since its stack
   * overflowed: the next write does. Else {@link WaitWord#AWAKE}. Used by the thread that sends.
   */
  private int unanswered = WaitWord.AWAKE;

  Waker(Anchor tcp, Futex futex, EventFds eventFds) {
    bell = new DoorbellRinger(tcp);
    this.futex = futex;
    this.eventFds = eventFds;
  }

  /**
   * Wakes the other end's receiver, if it sleeps and has not taken all that this end has put in. A
   * fence has followed the bytes.
   *
   * <p>A receiver that has taken all needs no wake-up, and a doorbell would do harm: if its JVM
   * were killed before it reads the doorbell, the kernel would send a reset although nothing of the
   * stream was unread. A receiver takes nothing while its word is armed. So a receiver that had
   * something to take before this takes its arming still has it.
   *
   * @return false if the receiver still sleeps, since this could not wake it
   */
  boolean wake(WaitWord word, PeerEnding.Receiver receiver) {
    if (unanswered != WaitWord.AWAKE && !answerLeft(word)) {
      return false;
    }
    for (int seen = word.get(); seen != WaitWord.AWAKE; seen = word.get()) {
      if (!receiver.hasUnread()) {
        return true; // it armed after it took the last byte, and looks once more
      }
      unanswered = seen; // first: the stack may have no room for the call behind the one that takes
      if (word.takeIf(seen)) {
        return answer(seen, word);
      }
      unanswered = WaitWord.AWAKE;
    }
    return true;
  }

  /** Answers for a thread whose stack has overflowed, unless it has taken nothing. */
  private boolean answerLeft(WaitWord word) {
    int left = unanswered;
    if (word.get() == left) { // each arming has another number
      unanswered = WaitWord.AWAKE;
      return true;
    }
    return answer(left, word);
  }

  private boolean answer(int taken, WaitWord word) {
    unanswered = WaitWord.AWAKE; // first: a thread may come here again from within
    boolean done = false;
    try {
      boolean woken = wakeBy(taken, word);
      done = true;
      return woken;
    } finally {
      if (!done) {
        unanswered = taken; // and no call: the program's stack may be too full for it
      }
    }
  }

  /** Wakes the other end's receiver, if it sleeps, even if there is nothing for it to take. */
  void wakeAnyhow(WaitWord word) {
    int seen = word.get();
    if (seen != WaitWord.AWAKE && word.takeIf(seen)) {
      boolean woken = false;
      try {
        wakeBy(seen, word);
        woken = true;
      } finally { // the stack may be too full: then the next thread wakes
        if (!woken) {
          word.putBack(seen);
        }
      }
    }
  }

  private boolean wakeBy(int taken, WaitWord word) {
    WaitCounts.wakes();
    int how = WaitWord.howOf(taken);
    if (how == WaitWord.ON_TCP) {
      return bell.ring(word, taken);
    }
    if (how == WaitWord.ON_EVENTFD) {
      eventFds.signal(WaitWord.eventFdOf(taken));
    } else if (how == WaitWord.ON_FUTEX && futex != null) {
      futex.wake(word.memory(), word.at());
    }
    return true;
  }

  /**
   * Wakes a sender of the other end that waits for room. By futex alone: only this end's own sender
   * may write to TCP, since it counts what it writes.
   */
  void wakeSender(WaitWord word) {
    if (word.get() == WaitWord.ON_FUTEX && word.takeIf(WaitWord.ON_FUTEX) && futex != null) {
      WaitCounts.wakes();
      futex.wake(word.memory(), word.at());
    }
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
   * How many doorbells this end has rung on TCP; for the thread that sends.
   *
   * @throws SocketException if it may be one more
   */
  long doorbells() throws SocketException {
    return bell.rung();
  }
}
