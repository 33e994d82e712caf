package jfs.bench.host;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds programs of the system. */
public final class Executables {

  private Executables() {}

  public static boolean exists(String name) {
    String path = System.getenv("PATH");
    if (path == null) {
      return false;
    }
    for (String folder : path.split(File.pathSeparator, -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, name))) {
        return true;
      }
    }
    return false;
  }
}
