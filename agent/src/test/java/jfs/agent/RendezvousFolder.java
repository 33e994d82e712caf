package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jfs.shm.control.StatusClient;

/** A folder in memory, for the JVMs of one test alone to meet in. */
final class RendezvousFolder implements AutoCloseable {

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(10);

  private final Path parent;

  RendezvousFolder() throws IOException {
    Path memory = Path.of("/dev/shm");
    parent =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "jfs-test")
            : Files.createTempDirectory("jfs-test");
  }

  /** Makes it in that tmpfs. */
  RendezvousFolder(Path memory) throws IOException {
    parent = Files.createTempDirectory(memory, "jfs-test");
  }

  /** The folder itself, which the first JVM makes. */
  Path path() throws IOException {
    return StatusClient.folder(parent.toString());
  }

  /** Where it is made: the value of the option {@code shm_dir}. */
  Path parent() {
    return parent;
  }

  /** The option that makes JVMs meet here. */
  String flag() {
    return "-Djfs.shm_dir=" + parent;
  }

  /** The names of the files that are here. */
  List<String> files() throws IOException {
    if (!Files.exists(path())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** The name that a JVM has here; waits until it has one. */
  String socketOf(String pid) throws IOException {
    awaitFiles(files -> files.stream().anyMatch(file -> isSocketOf(pid, file)));
    for (String file : files()) {
      if (isSocketOf(pid, file)) {
        return file.substring(0, file.length() - ".sock".length());
      }
    }
    return fail("no socket of " + pid + " among " + files());
  }

  private static boolean isSocketOf(String pid, String file) {
    return file.startsWith(pid + "-") && file.endsWith(".sock");
  }

  /** Waits until the files are as they should be; polls, since no event tells. */
  void awaitFiles(Predicate<List<String>> wanted) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!wanted.test(files())) {
      assertTrue(System.nanoTime() < end, () -> "files left in the meeting folder: " + filesNow());
      LockSupport.parkNanos(1_000_000);
    }
  }

  private String filesNow() {
    try {
      return files().toString();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Also the folders of other users, if there are any. */
  @Override
  public void close() throws IOException {
    try {
      delete();
    } catch (UncheckedIOException e) {
      delete(); // a JVM that ends has removed something meanwhile
    }
  }

  private void delete() throws IOException {
    try (Stream<Path> all = Files.walk(parent)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
