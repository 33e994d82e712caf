package jfs.core.runtime;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;

/** The effect of an interrupt on a thread that waits for a socket: the same as in the JDK. */
public final class Interrupts {

  private Interrupts() {}

  /**
   * A thread calls this before it parks. An interrupt has no effect on a platform thread that reads
   * or writes, but would keep it from sleeping. So this clears the interrupt, and {@link #restore}
   * sets it again. An interrupt of a virtual thread ends the operation.
   *
   * @return whether the thread was interrupted, for {@link #restore}
   * @throws InterruptedIOException if a virtual thread is interrupted; it stays interrupted
   */
  public static boolean take() throws InterruptedIOException {
    if (!VirtualThreads.isVirtual(Thread.currentThread())) {
      return Thread.interrupted();
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException();
    }
    return false;
  }

  /**
   * Parks for a while, also where the thread is interrupted, which it is then again. An interrupt
   * lets the next park return at once, too, so that one is not enough.
   */
  public static void pause(long nanos) {
    boolean interrupted = false;
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      interrupted |= Thread.interrupted();
      LockSupport.parkNanos(left);
    }
    restore(interrupted);
  }

  /** Interrupts the calling thread again, if {@link #take} cleared an interrupt. */
  public static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
