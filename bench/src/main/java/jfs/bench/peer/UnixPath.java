package jfs.bench.peer;

import java.nio.file.Path;

/** Where a process's socket in the file system is. */
final class UnixPath {

  private UnixPath() {}

  /** The path of this process's, which goes with it. */
  static Path own(int number) {
    Path path = of(number);
    path.toFile().deleteOnExit();
    return path;
  }

  /** This process's number. */
  static int number() {
    return Math.toIntExact(ProcessHandle.current().pid());
  }

  static Path of(int number) {
    return Path.of(System.getProperty("java.io.tmpdir"), "jfs-bench-" + number + ".socket");
  }
}
