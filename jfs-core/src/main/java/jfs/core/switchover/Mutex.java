package jfs.core.switchover;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * The lock of a direction. It does what a {@link java.util.concurrent.locks.ReentrantLock} does,
 * but that no tool sees which thread holds it, with 9 in place of 16 calls to take it and to let
 * go: a program pays for that with each read and each write, and in its first second in the
 * interpreter.
 *
 * <p>A thread may take it again. JFS does not, but what it calls may: where a class is loaded, an
 * agent is asked, which may write to the socket that is being written to.
 */
final class Mutex extends AbstractQueuedSynchronizer {

  private static final int FREE = 0;
  private static final int HELD = 1;

  /**
   * Written by threads that hold the lock. Another one may read it meanwhile, but reads its own
   * name only if it has written that itself, and has not let go since.
   */
  private Thread holder;

  /** How often the holder has taken it again. Guarded by the lock. */
  private int again;

  /** Takes the lock, waiting for as long as it takes. */
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

  /** Takes the lock if that takes no longer than so many milliseconds. */
  boolean tryLock(int millis) throws InterruptedException {
    return tryAcquireNanos(HELD, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Lets go of the lock, as often as it was taken. */
  void unlock() {
    if (again > 0) {
      again--;
    } else {
      holder = null;
      release(HELD);
    }
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
