package jfs.core.runtime;

import java.io.InterruptedIOException;

/** What an interrupt does to a thread that waits for a socket: what it does with the JDK's. */
public final class Interrupts {

  private Interrupts() {}

  /**
   * Called by a thread before it parks. An interrupt has no effect on a platform thread that reads
   * or writes, but would keep it from sleeping: so it is taken, for {@link #restore} to give back.
   * A virtual thread's ends what it does.
   *
   * @return whether the thread was interrupted and is to be again
   * @throws InterruptedIOException if a virtual thread is interrupted, which it stays
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

  /** Interrupts the calling thread again, if that was taken. */
  public static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
