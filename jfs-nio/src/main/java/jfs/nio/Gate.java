package jfs.nio;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.runtime.VirtualThreads;

/**
 * Where a thread sleeps until the {@link Poller} lets it through. One thread at a time.
 *
 * <p>The waiter writes {@code waiter} and then reads {@code open}; the poller writes {@code open}
 * and then reads {@code waiter}. Both are volatile, so at least one sees the other's write, and no
 * wake-up is lost.
 */
final class Gate {

  private volatile boolean open;
  private volatile Thread waiter;

  /** Says that the current thread is about to wait. Only then may it ask for readiness. */
  void arm() {
    open = false;
    waiter = Thread.currentThread();
  }

  /**
   * Waits until the gate opens, {@code nanos} (0: for ever) have passed, or the thread is
   * interrupted.
   *
   * @throws InterruptedIOException in the last case if the thread is virtual; its interrupt status
   *     stays set
   */
  void pass(long nanos) throws InterruptedIOException {
    Thread self = Thread.currentThread();
    long start = nanos == 0 ? 0 : System.nanoTime();
    try {
      while (!open) {
        if (self.isInterrupted()) {
          if (VirtualThreads.isVirtual(self)) {
            throw new InterruptedIOException();
          }
          return;
        }
        if (nanos == 0) {
          LockSupport.park(this);
        } else {
          long remaining = nanos - (System.nanoTime() - start);
          if (remaining <= 0) {
            return;
          }
          LockSupport.parkNanos(this, remaining);
        }
      }
    } finally {
      waiter = null;
    }
  }

  /** Lets the waiting thread through, or the one that has armed itself and is about to wait. */
  void open() {
    open = true;
    LockSupport.unpark(waiter);
  }
}
