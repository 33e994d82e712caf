package jfs.nio.shm;

import java.util.concurrent.TimeUnit;

/**
 * A program that exits while the exchange's thread has nothing to do; prints "ok" if that thread is
 * not in a system call then, which the JVM would wait for.
 */
final class Exiting {

  private static final String NAME = "jfs-shm";
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private Exiting() {}

  public static void main(String[] arguments) throws Exception {
    Exchange exchange = Exchange.ofProcess();
    exchange.register(new FakeEnd(7, 6), System.nanoTime());
    ExchangeTasks.run(exchange, () -> {});
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(asleep())));
    System.exit(0);
  }

  private static String asleep() {
    Thread thread =
        Thread.getAllStackTraces().keySet().stream()
            .filter(one -> one.getName().equals(NAME))
            .findFirst()
            .orElseThrow();
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
