package jfs.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders for what measured programs write. */
final class Folders {

  private Folders() {}

  static Path make() {
    try {
      return Files.createTempDirectory("jfs-bench");
    } catch (IOException e) {
      throw new BenchException("cannot make a temporary folder", e);
    }
  }

  /** With the files in it. */
  static void delete(Path folder) {
    try {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new BenchException("cannot delete " + folder, e);
    }
  }
}
