package jfs.core.switchover;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * The lock of a direction. It does what a {@link java.util.concurrent.locks.ReentrantLock} does,
 * except that no tool sees which thread holds it. To lock and unlock takes 9 calls instead of 16. A
 * program makes these calls with each read and each write, and in its first second in the
 * interpreter.
 *
 * <p>A thread may take the lock again. JFS does not, but what it calls may: when the JVM loads a
 * class, it calls an agent, which may write to the very socket that is being written to.
 */
final class Mutex extends AbstractQueuedSynchronizer {

  private static final int FREE = 0;
  private static final int HELD = 1;

  /**
   * Written by threads that hold the lock. Another thread may read it at any time, but reads itself
   * here only if it has written that and has not unlocked since. Which other thread it reads is a
   * hint.
   */
  private Thread holder;

  /** How often the holder has taken it again. Guarded by the lock. */
  private int again;

  /** Takes the lock, and waits for it without limit. */
  void lock() {
    if (!tryLock()) {
      acquire(HELD);
    }
  }

  /** Takes the lock if no other thread holds it. */
  boolean tryLock() {
    if (compareAndSetState(FREE, HELD)) {
      holder = Thread.currentThread();
      return true;
    }
    if (holder == Thread.currentThread()) {
      again++;
      return true;
    }
    return false;
  }

  /** Takes the lock if that takes no longer than this many milliseconds. */
  boolean tryLock(int millis) throws InterruptedException {
    return tryAcquireNanos(HELD, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Releases the lock; a holder must call this as often as it took the lock. */
  void unlock() {
    if (again > 0) {
      again--;
    } else {
      holder = null;
      release(HELD);
    }
  }

  /** Takes the lock, which is new, for a thread that will {@link #claim} it. */
  void lockForAnother() {
    setState(HELD);
  }

  /** The thread for which the lock was taken has come, and holds it from now on. */
  void claim() {
    holder = Thread.currentThread();
  }

  /** Whether the calling thread holds the lock. */
  boolean isMine() {
    return holder == Thread.currentThread();
  }

  /**
   * Whether the holder is interrupted and waits for a monitor. A hint: it may be about to go on.
   */
  boolean isHeldByBlocked() {
    Thread now = holder;
    return now != null && now.isInterrupted() && now.getState() == Thread.State.BLOCKED;
  }

  /** Whether a thread holds the lock. */
  boolean isLocked() {
    return getState() != FREE;
  }

  @Override
  protected boolean tryAcquire(int held) {
    return tryLock();
  }

  @Override
  protected boolean tryRelease(int held) {
    setState(FREE);
    return true;
  }
}
