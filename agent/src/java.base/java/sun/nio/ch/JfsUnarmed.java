package sun.nio.ch;

import java.util.Arrays;

/**
 * The channels of a selector of which the kernel does not tell. Any thread puts one in or takes it
 * out; the selecting thread goes through a copy, which it makes anew only after a change.
 */
final class JfsUnarmed {

  private static final JfsRegistration[] NONE = {};

  /** To look at so many takes less than to ask the kernel. */
  private static final int FEW = 32;

  /** Guarded by the monitor. */
  private JfsRegistration[] list = NONE;

  private int size;

  /** How many there may be. */
  private int members;

  /** How many keys the selector has, also of other channels. Written under the monitor. */
  private volatile int keys;

  /** Counts changes. Written under the monitor. */
  private volatile int changes;

  /** Used by the selecting thread, as are the next two fields. */
  private JfsRegistration[] copy = NONE;

  private int copied;
  private int changesCopied;

  /**
   * A channel is being registered: makes room for it, so that {@link #add} needs no memory. A read
   * that has worked could not tell of a lack of it.
   *
   * @param ofJfs whether it may ever be in the list
   */
  synchronized void join(boolean ofJfs) {
    if (ofJfs && members == list.length) {
      list = Arrays.copyOf(list, Math.max(8, 2 * members));
    }
    members += ofJfs ? 1 : 0;
    keys++;
  }

  /** A channel is registered no more. */
  synchronized void leave(boolean ofJfs) {
    members -= ofJfs ? 1 : 0;
    keys--;
  }

  /**
   * Puts one in, unless it is there. If a thread finds it there, the selecting thread has yet to
   * take it out, and arms it after that; it then sees what the thread did before this call.
   */
  void add(JfsRegistration one) {
    if (one.place < 0) {
      addLocked(one);
    }
  }

  private synchronized void addLocked(JfsRegistration one) {
    if (one.place < 0) {
      if (size == list.length) {
        list = Arrays.copyOf(list, 2 * size); // one that has left is in here yet
      }
      list[size] = one;
      one.place = size++;
      changes++;
    }
  }

  /** Takes one out, if it is there. */
  synchronized void remove(JfsRegistration one) {
    int place = one.place;
    if (place >= 0) {
      JfsRegistration last = list[--size];
      list[size] = null;
      one.place = -1;
      if (last != one) {
        list[place] = last;
        last.place = place;
      }
      changes++;
    }
  }

  /** Whether there is none in the list itself. */
  synchronized boolean isEmpty() {
    return size == 0;
  }

  /** Makes a copy for the selecting thread, and returns how many there are. */
  int take() {
    if (changes != changesCopied) {
      copy();
    }
    return copied;
  }

  private synchronized void copy() {
    int before = copied;
    if (copy.length < size) {
      copy = new JfsRegistration[list.length];
    }
    System.arraycopy(list, 0, copy, 0, size);
    copied = size;
    changesCopied = changes;
    if (copied < before) {
      Arrays.fill(copy, copied, Math.min(before, copy.length), null); // those keys may be gone
    }
  }

  /**
   * Has the kernel look for room in all of them: a ring that was full may be left for TCP by now,
   * and no look here finds room there.
   */
  void unmask() {
    int count = take();
    for (int i = 0; i < count; i++) {
      copy[i].unmask();
    }
  }

  /** Has all of them armed; false if some cannot be, and stay in the list. */
  boolean arm(JfsEventFd eventFd) {
    boolean all = true;
    int count = take();
    for (int i = 0; i < count; i++) {
      all &= arm(copy[i], eventFd);
    }
    return all;
  }

  /** Whether to look at all of them takes long. */
  boolean areMany() {
    return copied > FEW;
  }

  /**
   * Arms those that were not read since this was last called. A thread that always has something to
   * do never waits, and would look at all channels that it has ever read.
   */
  void armIdle() {
    int count = take();
    for (int i = 0; i < count; i++) {
      if (copy[i].read) {
        copy[i].read = false;
      } else {
        arm(copy[i], null);
      }
    }
  }

  private boolean arm(JfsRegistration one, JfsEventFd eventFd) {
    // First out of the list: a thread that changes something after that puts it there again.
    remove(one);
    boolean armed = false;
    try {
      armed = !one.key.isValid() || one.arm(eventFd);
    } finally {
      if (!armed) {
        add(one); // also without memory
      }
    }
    return armed;
  }

  /**
   * Whether the copy has all keys, each of them ready for all that it asks for. Another thread may
   * register one just now: what that asks for reaches the selector after this, which then asks.
   */
  boolean areAllReady() {
    if (copied != keys) {
      return false;
    }
    for (int i = 0; i < copied; i++) {
      if (!copy[i].isAllReady()) {
        return false;
      }
    }
    return true;
  }

  /** How many the copy has. */
  int copied() {
    return copied;
  }

  /** One of the copy. */
  JfsRegistration get(int index) {
    return copy[index];
  }
}
