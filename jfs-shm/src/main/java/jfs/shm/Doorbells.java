package jfs.shm;

import jfs.core.ring.WaitWord;

/**
 * The doorbells that a receiver asks for on TCP, and those that it has not read yet. An arming that
 * was found taken is a doorbell that the peer has written or is about to; each that is read pays
 * for one. The reader arms and takes back; a thread that closes takes back for a reader that sleeps
 * on. Both under the monitor, so that each arming is accounted for once.
 */
final class Doorbells {

  private final WaitWord word;

  /** Guarded by the monitor, as the next two. */
  private boolean armed;

  /** How often the word was armed; may overflow. */
  private int armings;

  private boolean over;

  /** Below 0 between reading a doorbell and taking back. Written under the monitor. */
  private volatile int owed;

  /** How many were read. Written under the monitor. */
  private volatile long read;

  /** Of the word by which the receiver is woken. */
  Doorbells(WaitWord word) {
    this.word = word;
  }

  /**
   * Asks for a doorbell, to be followed by another look at what the thread waits for. Asks for none
   * if one is owed, which is sure to come, or if the end is being closed.
   */
  synchronized void arm() {
    if (owed <= 0 && !over) {
      armed = true;
      word.arm(WaitWord.onTcp(++armings));
    }
  }

  /** Takes that back; if the peer was quicker, its doorbell is owed. */
  synchronized void disarm() {
    if (armed) {
      armed = false;
      if (!word.disarm()) {
        owed++;
      }
    }
  }

  /** Takes it back for good. */
  synchronized void close() {
    over = true;
    disarm();
  }

  /** So many were read. */
  synchronized void read(int count) {
    owed -= count;
    read += count;
  }

  /** How many were ever read; for all threads. */
  long read() {
    return read;
  }

  /** How many were written, or are about to be, and not read; for all threads. */
  int owed() {
    return owed;
  }
}
