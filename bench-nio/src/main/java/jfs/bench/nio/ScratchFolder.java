package jfs.bench.nio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for what a server keeps. */
final class ScratchFolder {

  private ScratchFolder() {}

  /** Makes one, which goes when the JVM ends. */
  static Path make() throws IOException {
    Path folder = Files.createTempDirectory("jfs-bench-nio");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    return folder;
  }

  /** As far as it can be: a server that still runs may write meanwhile. */
  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      System.err.println("left behind: " + folder + ": " + e);
    }
  }
}
