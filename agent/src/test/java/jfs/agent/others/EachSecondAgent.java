package jfs.agent.others;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/** Retransforms the classes of the JDK's sockets every second, as a profiler may. */
public final class EachSecondAgent implements Runnable {

  private static final long PERIOD_MILLIS = 1000;

  private final Instrumentation instrumentation;

  private EachSecondAgent(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Called by the JVM. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    Thread thread = new Thread(new EachSecondAgent(instrumentation), "retransforms");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (true) {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
          boolean socket =
              type.getName().startsWith("java.net.")
                  || type.getName().equals("sun.nio.ch.NioSocketImpl");
          if (socket && instrumentation.isModifiableClass(type)) {
            retransform(type);
          }
        }
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void retransform(Class<?> type) throws InterruptedException {
    try {
      instrumentation.retransformClasses(type);
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    } catch (OutOfMemoryError | InternalError e) {
      Thread.sleep(1); // the heap is full, which the JVM may report as InternalError
    }
  }
}
