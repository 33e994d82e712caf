package jfs.core.runtime;

import java.io.IOException;

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
public final class UninterruptibleWait implements Runnable {

  /** The wait proper, for a thread that is not interrupted. */
  @FunctionalInterface
  public interface Wait {
    /** Waits. */
    void run() throws IOException;
  }

  private final Wait wait;
  private volatile boolean held;
  private Throwable failure;

  private UninterruptibleWait(Wait wait) {
    this.wait = wait;
  }

  /**
   * Has a helper wait, and returns when it has; throws what the wait throws.
   *
   * @throws OutOfMemoryError also if there is no memory for a thread
   * @throws SecurityException also if JFS may have no thread
   */
  public static void await(Wait wait) throws IOException {
    UninterruptibleWait deaf = new UninterruptibleWait(wait);
    ServiceThreads.daemon(deaf, "jfs-wait").start();
    while (!deaf.held) {
      Thread.yield();
    }
    synchronized (deaf) {
      if (deaf.failure instanceof IOException e) {
        e.fillInStackTrace(); // the program looks for its own calls there
        throw e;
      }
      if (deaf.failure instanceof RuntimeException e) {
        throw e;
      }
      if (deaf.failure instanceof Error e) {
        throw e;
      }
    }
  }

  @Override
  public synchronized void run() {
    held = true;
    try {
      wait.run();
    } catch (IOException | RuntimeException | Error e) {
      failure = e; // the other thread throws it
    }
  }
}
