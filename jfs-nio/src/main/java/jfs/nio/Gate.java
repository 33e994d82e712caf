package jfs.nio;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;

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

  /** Says that the current thread is about to wait. Only then may readiness be asked for. */
  void arm() {
    open = false;
    waiter = Thread.currentThread();
  }

  /**
   * Waits until the gate opens or {@code nanos} (0: for ever) have passed.
   *
   * @throws InterruptedIOException if the thread is virtual and is interrupted; its interrupt
   *     status stays set
   */
  void pass(long nanos) throws InterruptedIOException {
    boolean virtual = VirtualThreads.isVirtual(Thread.currentThread());
    boolean interrupted = false;
    long start = nanos == 0 ? 0 : System.nanoTime();
    try {
      while (!open) {
        if (virtual && Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException();
        }
        // A platform thread's socket is deaf to interrupts, parking is not: kept aside.
        interrupted |= !virtual && Thread.interrupted();
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
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Lets the waiting thread through, or the one that has armed itself and is about to wait. */
  void open() {
    open = true;
    LockSupport.unpark(waiter);
  }
}
