package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Has the manager's thread do something, and waits for it. */
final class ManagerTasks {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private ManagerTasks() {}

  /** Runs a task; tries again while the manager has not begun, and takes none. */
  static void run(ShmConnectionManager manager, Runnable task) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      manager
          .tasks()
          .execute(
              () -> {
                if (!done.isDone()) {
                  task.run();
                  done.complete(null);
                }
              });
      try {
        done.get(100, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        assertTrue(System.nanoTime() < deadline, "the manager does nothing");
      } catch (ExecutionException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** Asks until a condition holds. */
  static void await(ShmConnectionManager manager, BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    boolean[] holds = new boolean[1];
    while (!holds[0]) {
      run(manager, () -> holds[0] = condition.getAsBoolean());
      assertTrue(holds[0] || System.nanoTime() < deadline, "it never holds");
    }
  }
}
