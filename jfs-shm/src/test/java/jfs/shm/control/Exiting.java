package jfs.shm.control;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that exits while the manager's thread has nothing to do; prints "ok" if that thread is
 * not in a system call then, which the JVM would wait for. With an argument, no pair is wanted
 * before.
 */
final class Exiting {

  private static final String NAME = "jfs-shm";
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private Exiting() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) {
      ProcessManager.THREAD.start();
      awaitPresent();
    } else {
      ProcessManager.register(new FakeEnd(7, 6));
      ManagerTasks.run(ProcessManager.get(), () -> {});
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(asleep())));
    System.exit(0);
  }

  private static Thread thread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(one -> one.getName().equals(NAME))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until the thread sleeps in its selector, before it is needed. */
  private static void awaitPresent() {
    List<String> frames = List.of();
    while (!frames.contains("awaitNeed") || !frames.contains("select")) {
      Thread.onSpinWait();
      frames =
          Arrays.stream(thread().getStackTrace()).map(StackTraceElement::getMethodName).toList();
    }
  }

  private static String asleep() {
    Thread thread = thread();
    long begin = System.nanoTime();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      if (System.nanoTime() - begin > PATIENCE_NANOS) {
        return "in a system call";
      }
      Thread.onSpinWait();
    }
    return "ok";
  }
}
