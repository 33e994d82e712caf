package jfs.shm.stream;

import jfs.core.ring.WaitWord;

/**
 * Arms the word by which a peer wakes a receiver, for a doorbell on TCP or for an eventfd, and
 * counts the doorbells that a receiver asks for on TCP and has not read yet. If the receiver
 * disarms its word and finds that the peer has taken the arming, the peer has written a doorbell or
 * is about to: that doorbell is owed until the receiver reads it. The reader arms and disarms; a
 * thread that closes disarms for a reader that goes on sleeping. Both hold the monitor, so that
 * each arming counts once.
 */
final class Doorbells {

  private final WaitWord word;

  /** Guarded by the monitor, as are the next four fields. */
  private boolean armed;

  /** Whether for an eventfd: then there is nothing to read, whatever the peer does. */
  private boolean forEventFd;

  /** How often the word was armed; may overflow. */
  private int armings;

  private boolean over;

  /** How many were owed when a read ended with an error, and may have been read by it. */
  private int doubtful;

  /** Below 0 between reading a doorbell and disarming. Written under the monitor. */
  private volatile int owed;

  /** How many doorbells were read. Written under the monitor. */
  private volatile long read;

  /** Counts for the word by which the peer wakes the receiver. */
  Doorbells(WaitWord word) {
    this.word = word;
  }

  /**
   * Asks for a doorbell; the caller then looks again at what it waits for. Asks for none if one is
   * owed, which is sure to come, or if the end is closing.
   */
  synchronized void arm() {
    disarm(); // if it is armed, an error has kept the caller from that
    if (owed <= 0 && !over) {
      forEventFd = false;
      word.arm(WaitWord.onTcp(++armings));
      armed = true; // after that: a call that the stack had no room for has armed nothing
    }
  }

  /**
   * As {@link #arm}, but asks for a signal of an eventfd. Asks for none either if a doorbell is
   * owed: that wakes the selector, too.
   */
  synchronized void armFor(int eventFd) {
    disarm();
    if (owed <= 0 && !over) {
      forEventFd = true;
      word.arm(WaitWord.onEventFd(eventFd, ++armings));
      armed = true;
    }
  }

  /** Takes the arming back; if the peer was quicker, its doorbell, if it is one, is owed. */
  synchronized void disarm() {
    if (armed) {
      boolean took = !word.disarm();
      armed = false;
      if (took && !forEventFd) {
        owed++;
      }
    }
    if (owed < 0) { // one more was read than is owed: a doubtful one, or the sender was in doubt
      doubtful = Math.max(0, doubtful + owed);
      owed = 0;
    }
  }

  /**
   * The stack has overflowed in a read of TCP. What is owed may have been read or not, so the
   * reader does not count on it, and arms again.
   */
  synchronized void doubt() {
    disarm();
    if (owed > 0) {
      doubtful += owed;
      owed = 0;
    }
  }

  /** Whether more doorbells may have been read than are counted. */
  synchronized boolean areDoubtful() {
    return doubtful + Math.min(0, owed) > 0;
  }

  /** Takes the arming back, and allows no other. */
  synchronized void close() {
    over = true;
    disarm();
  }

  /** The reader has read so many doorbells. */
  synchronized void read(int count) {
    owed -= count;
    read += count;
  }

  /** How many doorbells were ever read; any thread may call. */
  long read() {
    return read;
  }

  /** How many the peer has written, or is about to, that are not read; any thread may call. */
  int owed() {
    return owed;
  }
}
