package jfs.agent.others;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.ProtectionDomain;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A thread of this agent listens, connects and accepts just when the class that the argument names
 * is loaded: the loading thread waits for it, unless the two would wait for each other.
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
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket listener = new ServerSocket(0, 1, here);
        Socket client = new Socket(here, listener.getLocalPort())) {
      client.setPerformancePreferences(0, 1, 0);
      client.getOutputStream().write(42);
      try (Socket server = listener.accept()) {
        int read = server.getInputStream().read();
        done.countDown();
        System.out.println("accepted: " + read);
      }
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
