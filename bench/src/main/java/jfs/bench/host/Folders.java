package jfs.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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

  /** With the files in it. */
  public static void delete(Path folder) {
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
