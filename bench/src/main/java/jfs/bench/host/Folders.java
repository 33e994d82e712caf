package jfs.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders for what measured programs write. */
public final class Folders {

  private Folders() {}

  public static Path make() {
    try {
      return Files.createTempDirectory("jfs-bench");
    } catch (IOException e) {
      throw new BenchException("cannot make a temporary folder", e);
    }
  }

  /** With all that is in it. */
  public static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new BenchException("cannot delete " + folder, e);
    }
  }
}
