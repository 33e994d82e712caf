package jfs.natives;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * The program of the child JVMs: asks for the library from several threads at once and prints what
 * it got, a {@code key=value} a line. With an argument, all threads are interrupted first.
 */
final class Probe {

  private static final int THREADS = 4;

  private Probe() {}

  public static void main(String[] args) throws Exception {
    Set<Integer> identities = ConcurrentHashMap.newKeySet();
    CountDownLatch together = new CountDownLatch(THREADS);
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      threads[i] =
          new Thread(
              () -> {
                together.countDown();
                while (together.getCount() > 0) {
                  Thread.onSpinWait();
                }
                if (args.length > 0) {
                  Thread.currentThread().interrupt();
                }
                identities.add(System.identityHashCode(NativeLibrary.status()));
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    print("answers", identities.size());
    print("state", NativeLibrary.status().state());
    print("detail", NativeLibrary.status().detail());
    print("loaded", NativeLibrary.isLoaded());
    print("files", ResourceLimits.of(ResourceLimits.Resource.OPEN_FILES));
    print("memory", ResourceLimits.of(ResourceLimits.Resource.LOCKED_MEMORY));
    List<String> mapped = mapped();
    print("mapped", mapped.size());
    print("mapped-deleted", mapped.stream().filter(line -> line.endsWith(" (deleted)")).count());
  }

  private static void print(String key, Object value) {
    System.out.println(key + "=" + value);
  }

  private static List<String> mapped() {
    try {
      return Files.readAllLines(Path.of("/proc/self/maps")).stream()
          .filter(line -> line.contains("/" + LibraryFiles.PREFIX))
          .toList();
    } catch (Exception e) {
      // Under a security manager: the test does not look at it.
      return List.of();
    }
  }
}
