package jfs.agent.others;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.ServerSocket;
import java.security.ProtectionDomain;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A thread of this agent makes a listener just when a class is loaded that the argument names: the
 * thread that loads it waits, as far as the two do not wait for each other.
 */
public final class ListeningAgent {

  /** The listener may need the class that is being loaded. */
  private static final int MOST_MILLIS = 300;

  private ListeningAgent() {}

  /** Called by the JVM. */
  public static void premain(String className, Instrumentation instrumentation) {
    CountDownLatch now = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Thread thread = new Thread(() -> listen(now, done));
    thread.start();
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] original) {
            if (className.equals(name)) {
              now.countDown();
              await(done, MOST_MILLIS);
            }
            return null;
          }
        });
  }

  private static void listen(CountDownLatch now, CountDownLatch done) {
    await(now, Integer.MAX_VALUE);
    try (ServerSocket listener = new ServerSocket(0)) {
      done.countDown();
      System.out.println("listened: " + listener.isBound());
    } catch (Throwable t) {
      System.out.println(t);
    }
  }

  private static void await(CountDownLatch latch, int millis) {
    try {
      latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
