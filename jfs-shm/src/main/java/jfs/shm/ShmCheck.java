package jfs.shm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Says, for people, whether JVMs can meet in a folder, and what to change if not. Changes nothing.
 */
public final class ShmCheck {

  /** sockaddr_un has room for this many bytes of a path, and for a 0 behind them. */
  private static final int LONGEST_PATH = 107;

  /** A process id, a hyphen, 16 digits, a suffix. */
  private static final int LONGEST_NAME = 7 + 1 + 16 + RendezvousDirectory.SOCKET_SUFFIX.length();

  private static final String SET_SHM_DIR =
      " set shm_dir to a folder on a tmpfs that you may write";

  private final Path folder;

  /**
   * Checks a folder.
   *
   * @param folder need not exist
   */
  public ShmCheck(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** Whether the folder is usable, in words. */
  public String place() {
    String trouble = trouble();
    if (!trouble.isEmpty()) {
      return folder + ", unusable: " + trouble + ";" + SET_SHM_DIR;
    }
    return folder + ", usable" + (isThere() ? "" : ": the first connection makes it");
  }

  /** Whether the folder is usable. */
  public boolean isUsable() {
    return trouble().isEmpty();
  }

  private boolean isThere() {
    return Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
  }

  /** Why the folder is not usable; empty if it is. */
  private String trouble() {
    int most = LONGEST_PATH - LONGEST_NAME - 1;
    if (folder.toString().getBytes(StandardCharsets.UTF_8).length > most) {
      return "its path is longer than the " + most + " bytes that sockets leave for it";
    }
    Path parent = folder.getParent();
    if (!isThere() && (parent == null || !Files.isDirectory(parent))) {
      return "there is no folder " + parent;
    }
    try {
      if (isThere()) {
        RendezvousDirectory.at(folder);
      }
      RendezvousDirectory.requireMemory(isThere() ? folder : parent);
    } catch (IOException e) {
      return e.getMessage();
    }
    if (isThere()) {
      return Files.isWritable(folder) ? "" : "it cannot be written";
    }
    return Files.isWritable(parent) ? "" : parent + " cannot be written";
  }

  /** How much memory there is. */
  public ShmSpace space() throws IOException {
    return ShmSpace.of(existing());
  }

  private Path existing() {
    Path path = folder;
    while (path.getParent() != null && !Files.exists(path)) {
      path = path.getParent();
    }
    return path;
  }

  static String amount(long bytes) {
    return bytes < 1L << 30
        ? (bytes >> 20) + " MiB"
        : String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }
}
