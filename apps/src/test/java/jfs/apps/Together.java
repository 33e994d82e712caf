package jfs.apps;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Processes that are threads of this JVM, but reach one another by remote calls all the same. */
final class Together {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Together() {}

  /** Makes a process of some rank reachable, at the loopback's address. */
  static Endpoint open(int rank, int processes) throws IOException {
    return Endpoint.open(rank, processes, InetAddress.getLoopbackAddress(), PATIENCE);
  }

  /** Does something in each of some processes at the same time; the results are by rank. */
  static <T> List<T> run(int processes, Function<World, T> body) throws Exception {
    List<Endpoint> endpoints = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(processes);
    try {
      List<Integer> ports = new ArrayList<>();
      for (int rank = 0; rank < processes; rank++) {
        endpoints.add(open(rank, processes));
        ports.add(endpoints.get(rank).port());
      }
      List<Future<T>> futures = new ArrayList<>();
      for (Endpoint endpoint : endpoints) {
        World world = endpoint.meet(ports);
        futures.add(threads.submit(() -> body.apply(world)));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
      for (Endpoint endpoint : endpoints) {
        endpoint.close();
      }
    }
  }
}
