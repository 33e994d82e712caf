package jfs.contract;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Waits for what other threads, or the kernel, will do soon; gives up after a while. */
public final class Blocking {

  private static final long LIMIT_SECONDS = Background.PATIENCE_SECONDS;
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** The native methods that sleep in futex(2), the JDK's and JFS's. */
  private static final Set<String> MAY_SLEEP = Set.of("park", "wait", "wait0", "futexWait");

  private Blocking() {}

  /** Waits until a condition holds. */
  public static void await(String what, Callable<Boolean> isSo) throws Exception {
    long start = System.nanoTime();
    while (!isSo.call()) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
        fail("never came true: " + what);
      }
      Thread.onSpinWait();
    }
  }

  /** Starts an operation in a platform thread of its own. */
  static <T> Attempt<T> attempt(Callable<T> operation) {
    FutureTask<T> task = new FutureTask<>(operation);
    Thread thread = new Thread(task, "attempt-" + COUNT.incrementAndGet());
    thread.setDaemon(true);
    thread.start();
    return new Attempt<>(task, thread);
  }

  /** An operation that runs on another thread. */
  record Attempt<T>(FutureTask<T> task, Thread thread) {

    /** Waits until the thread sleeps in the kernel, or for a lock, below the named method. */
    void awaitBlockedIn(String method) throws Exception {
      await(
          "blocked in " + method,
          () -> {
            if (task.isDone()) {
              fail("not blocked, but " + outcome());
            }
            StackTraceElement[] stack = thread.getStackTrace();
            return stack.length > 0
                && (stack[0].isNativeMethod() || thread.getState() == Thread.State.BLOCKED)
                && Kernel.isAsleep(thread)
                && (sleepsInFutex(stack[0]) || !Kernel.isInFutex(thread))
                && Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals(method));
          });
    }

    /** False for other methods: the JVM holds them up there for a moment, and they do not block. */
    private boolean sleepsInFutex(StackTraceElement top) {
      return thread.getState() == Thread.State.BLOCKED || MAY_SLEEP.contains(top.getMethodName());
    }

    /** Waits for the operation to end and returns its result. */
    T get() throws Exception {
      try {
        return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        AssertionError stuck = new AssertionError("still at it");
        stuck.setStackTrace(thread.getStackTrace());
        throw stuck;
      }
    }

    /** Waits for the operation to end and returns what it did. */
    Outcome outcome() {
      return Outcome.of(
          () -> {
            try {
              return get();
            } catch (ExecutionException e) {
              throw e.getCause() instanceof Exception cause ? cause : e;
            }
          });
    }
  }
}
