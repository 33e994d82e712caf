package jfs.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The file descriptors of this process. */
public final class Descriptors {

  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final String LIMIT = "Max open files";

  private Descriptors() {}

  /** Whether they can be counted here. */
  public static boolean areCountable() {
    return Files.isDirectory(OPEN);
  }

  /** How many are open. */
  public static int count() throws IOException {
    try (Stream<Path> open = Files.list(OPEN)) {
      return (int) open.count();
    }
  }

  /** How many more may be opened. */
  public static int free() throws IOException {
    List<String> limits = Files.readAllLines(Path.of("/proc/self/limits"));
    for (String line : limits) {
      if (line.startsWith(LIMIT)) {
        String soft = line.substring(LIMIT.length()).strip().split(" +", -1)[0];
        return soft.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(soft) - count();
      }
    }
    throw new IOException("no limit on open files in " + limits);
  }
}
