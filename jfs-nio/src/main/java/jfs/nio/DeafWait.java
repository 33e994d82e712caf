package jfs.nio;

import java.io.IOException;
import jfs.core.runtime.ServiceThreads;

/**
 * Waits on a thread that is interrupted, and leaves it so. A socket is deaf to interrupts; but
 * everything in Java that waits for a channel, and nearly everything else that waits, ends at once
 * on an interrupted thread. To clear the status meanwhile would hide it from whoever asks.
 *
 * <p>What does block regardless is entering a monitor. So a helper thread holds one and waits in
 * the other's place. That costs a thread for one wait, but who interrupts a thread that is blocked
 * in a socket seldom leaves it there.
 *
 * <p>{@code held} is volatile: the waiter may try the monitor only after the helper has it. {@code
 * failure} is ordered by the monitor.
 */
@SuppressWarnings("ThreadPriorityCheck") // a thread start is too short to wait for otherwise
final class DeafWait implements Runnable {

  /** The wait proper, for a thread that is not interrupted. */
  @FunctionalInterface
  interface Wait {
    /** Waits. */
    void run() throws IOException;
  }

  private final Wait wait;
  private volatile boolean held;
  private IOException failure;

  private DeafWait(Wait wait) {
    this.wait = wait;
  }

  static void await(Wait wait) throws IOException {
    DeafWait deaf = new DeafWait(wait);
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
