package jfs.core.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The threads are made on a thread with much that they must not inherit. */
class ServiceThreadsTest {

  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  private static String seen;

  @Test
  void aThreadKeepsNothingOfTheOneThatNeededIt() throws Exception {
    ThreadGroup group = new ThreadGroup("program");
    FutureTask<Thread> making =
        new FutureTask<>(
            () -> {
              INHERITED.set("program");
              return ServiceThreads.daemon(() -> seen = INHERITED.get(), "service");
            });
    Thread program = new Thread(group, making);
    program.setContextClassLoader(new URLClassLoader(new URL[0]));
    program.start();
    Thread made = making.get();
    assertEquals("service", made.getName());
    assertTrue(made.isDaemon());
    assertNull(made.getThreadGroup().getParent(), "not the root of all groups");
    assertNull(made.getContextClassLoader());
    made.start();
    made.join();
    assertNull(seen);
  }

  /** The JVM throws the error itself, or the JDK wraps it in another one. */
  @Test
  void aLastingTaskIsRunAgainForWantOfMemory() throws Exception {
    OutOfMemoryError lack = new OutOfMemoryError("of this test's");
    Deque<Error> errors = new ArrayDeque<>(List.of(lack, new InternalError(lack)));
    FutureTask<Boolean> ended = new FutureTask<>(() -> true);
    ServiceThreads.lasting(
            () -> {
              if (!errors.isEmpty()) {
                throw errors.remove();
              }
              ended.run();
            },
            "service")
        .start();
    assertTrue(ended.get(20, TimeUnit.SECONDS));
  }

  /** It may call {@code System.exit}, which waits for a hook that would wait for it. */
  @Test
  void anErrorIsNoneOfTheProgramsHandler() throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    List<Throwable> told = new CopyOnWriteArrayList<>();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> told.add(error));
    try {
      Thread thread =
          ServiceThreads.daemon(
              () -> {
                throw new OutOfMemoryError("of this test's");
              },
              "service");
      thread.start();
      thread.join();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertEquals(List.of(), told);
  }
}
