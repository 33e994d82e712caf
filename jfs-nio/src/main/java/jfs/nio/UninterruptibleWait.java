package jfs.nio;

import java.io.IOException;
import jfs.core.runtime.ServiceThreads;

/**
 * Lets an interrupted thread wait, and leaves it interrupted. A socket ignores interrupts; but
 * everything in Java that waits for a channel, and nearly everything else that waits, ends at once
 * on an interrupted thread. To clear the status meanwhile would hide it from code that asks for it.
 *
 * <p>Only a thread that enters a monitor blocks regardless. So a helper thread holds a monitor and
 * waits in the other's place. That costs a thread for one wait. But a program that interrupts a
 * thread which is blocked in a socket seldom leaves it there.
 *
 * <p>{@code held} is volatile: the waiter may try the monitor only after the helper has it. The
 * monitor orders the accesses to {@code failure}.
 */
@SuppressWarnings("ThreadPriorityCheck") // a thread start is too short to wait for otherwise
final class UninterruptibleWait implements Runnable {

  /** The wait proper, for a thread that is not interrupted. */
  @FunctionalInterface
  interface Wait {
    /** Waits. */
    void run() throws IOException;
  }

  private final Wait wait;
  private volatile boolean held;
  private IOException failure;

  private UninterruptibleWait(Wait wait) {
    this.wait = wait;
  }

  static void await(Wait wait) throws IOException {
    UninterruptibleWait deaf = new UninterruptibleWait(wait);
    ServiceThreads.daemon(deaf, "jfs-wait").start();
    while (!deaf.held) {
      Thread.yield();
    }
    synchronized (deaf) {
      if (deaf.failure != null) {
        throw deaf.failure;
      }
    }
  }

  @Override
  public synchronized void run() {
    held = true;
    try {
      wait.run();
    } catch (IOException e) {
      failure = e;
    }
  }
}
