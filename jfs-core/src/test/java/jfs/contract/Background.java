package jfs.contract;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An operation on a thread of its own, which a test may watch until it blocks.
 *
 * @param <T> what the operation returns
 */
public final class Background<T> {

  /**
   * How long anything that must happen may take, on however busy a machine; {@code
   * jfs.test.patience} times as long where the processor is emulated.
   */
  public static final int PATIENCE_SECONDS = 20 * Integer.getInteger("jfs.test.patience", 1);

  /** How long to look at something that must not happen. */
  private static final int WATCH_MILLIS = 15;

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final FutureTask<T> task;
  private final Thread thread;

  private Background(FutureTask<T> task, Thread thread) {
    this.task = task;
    this.thread = thread;
  }

  /** Starts the operation on a new platform thread. */
  public static <T> Background<T> of(Callable<T> operation) {
    FutureTask<T> task = new FutureTask<>(operation);
    Thread thread = new Thread(task, "bg-" + COUNT.incrementAndGet());
    thread.setDaemon(true);
    thread.start();
    return new Background<>(task, thread);
  }

  /** Starts an operation that returns nothing on a new platform thread. */
  public static Background<Void> running(Outcome.Action operation) {
    return of(asCallable(operation));
  }

  /** Starts the operation on a new virtual thread. */
  public static <T> Background<T> ofVirtual(Callable<T> operation) {
    FutureTask<T> task = new FutureTask<>(operation);
    return new Background<>(task, ReflectiveVirtualThreads.start(task));
  }

  /** Starts an operation that returns nothing on a new virtual thread. */
  public static Background<Void> runningVirtual(Outcome.Action operation) {
    return ofVirtual(asCallable(operation));
  }

  private static Callable<Void> asCallable(Outcome.Action operation) {
    return () -> {
      operation.run();
      return null;
    };
  }

  /**
   * Waits until the thread is blocked inside a method of this name, of any class: how a socket
   * blocks is not the test's concern. A thread asleep in a native call counts, though Java calls
   * that runnable. Such a thread may be only passing, so this must find it at the same place
   * several times.
   */
  public Background<T> awaitBlockedIn(String method) throws Exception {
    // A writer passes through the same native call many times before the room is used up.
    int wanted = method.equals("write") ? 12 : 3;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    StackTraceElement[] before = {};
    int found = 0;
    while (found < wanted) {
      if (task.isDone()) {
        throw new AssertionError("not blocked in " + method + ": " + outcome());
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not blocked in " + method + ": " + Arrays.toString(before));
      }
      Thread.sleep(1);
      StackTraceElement[] now = thread.getStackTrace();
      found = isBlocked(now, method) && Arrays.equals(before, now) ? found + 1 : 0;
      before = now;
    }
    return this;
  }

  /** As {@link #awaitBlockedIn}, but the operation may also have ended by a timeout. */
  public Background<T> awaitBlockedInOrDone(String method) throws Exception {
    try {
      return awaitBlockedIn(method);
    } catch (AssertionError e) {
      if (isDone()) {
        return this;
      }
      throw e;
    }
  }

  private boolean isBlocked(StackTraceElement[] stack, String method) {
    boolean atRest =
        switch (thread.getState()) {
          case WAITING, TIMED_WAITING, BLOCKED -> true;
          case RUNNABLE -> stack.length > 0 && stack[0].isNativeMethod() && Kernel.isAsleep(thread);
          default -> false;
        };
    return atRest && Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals(method));
  }

  /** Watches for a while: the operation must still be blocked at the end of it. */
  public Background<T> assertStaysBlockedIn(String method) throws Exception {
    Thread.sleep(WATCH_MILLIS);
    return awaitBlockedIn(method);
  }

  /** The thread that the operation runs on. */
  public Thread thread() {
    return thread;
  }

  /** Whether the operation has ended. */
  public boolean isDone() {
    return task.isDone();
  }

  /** Waits for the operation, and returns its result or throws its exception. */
  public T get() throws Exception {
    try {
      return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("still at " + Arrays.toString(thread.getStackTrace()), e);
    }
  }

  /** Waits for the operation, and returns what it did in words. */
  public Outcome outcome() {
    return Outcome.of(this::get);
  }
}
