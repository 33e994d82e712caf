package jfs.agent.programs.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads of each kind that this JVM has. */
final class Pools {

  private final List<ExecutorService> kinds = new ArrayList<>();

  Pools() {
    kinds.add(Executors.newCachedThreadPool());
    try {
      // By reflection: compiled for Java 17.
      kinds.add(
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
    } catch (NoSuchMethodException e) {
      // There are only platform threads.
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  ExecutorService any(Random random) {
    return kinds.get(random.nextInt(kinds.size()));
  }
}
