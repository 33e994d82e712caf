package jfs.shm.memory;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes arenas where the process may map half a gigabyte more, and says what that cost. */
final class AddressSpaceShort {

  private static final int TRIES = 10;
  private static final int PAGE = 4096;
  private static final long MORE = OwnArena.SIZE / 2;

  private AddressSpaceShort() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("jfs");
    limit();
    long before = collections();
    int failed = 0;
    for (int i = 0; i < TRIES; i++) {
      Path path = folder.resolve(i + ".arena");
      try {
        OwnArena.of(TmpfsFile.create(path, OwnArena.SIZE)).close();
      } catch (IOException e) {
        failed++;
      }
      Files.deleteIfExists(path);
    }
    Files.delete(folder);
    long collected = collections() - before;
    System.out.print(
        failed + " failed, " + collected + (collected == 1 ? " collection" : " collections"));
  }

  private static void limit() throws IOException, InterruptedException {
    String pages = Files.readString(Path.of("/proc/self/statm")).split(" ", 2)[0];
    Process limiting =
        new ProcessBuilder(
                "prlimit",
                "--pid=" + ProcessHandle.current().pid(),
                "--as=" + (Long.parseLong(pages) * PAGE + MORE))
            .inheritIO()
            .start();
    if (limiting.waitFor() != 0) {
      throw new IOException("prlimit failed");
    }
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
