package jfs.shm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.host.HostServices;
import jfs.core.transport.Check;
import jfs.shm.control.RendezvousDirectory;
import jfs.shm.memory.ShmSpace;

/**
 * Says, for people, whether JVMs can meet in a folder, and what to change if not. Changes nothing.
 */
final class ShmCheck {

  private static final String MEMORY = "Shared memory";
  private static final String DIRECTORY = "Rendezvous directory";

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
  ShmCheck(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** What this JVM gets of the shared memory that these options ask for. */
  static List<Check> checks(Options options) {
    List<Check> checks = new ArrayList<>();
    if (options.get(ShmOptions.SHM).equals("off")) {
      checks.add(Check.note(MEMORY, "switched off by shm=off: all on this host stays on TCP"));
      return checks;
    }
    if (options.get(Option.CARRIER).equals("channel")) {
      checks.add(Check.note(MEMORY, "none with carrier=channel"));
      return checks;
    }
    try {
      ShmCheck check = new ShmCheck(RendezvousDirectory.folder(options.get(ShmOptions.SHM_DIR)));
      String place = check.place();
      checks.add(check.isUsable() ? Check.ok(DIRECTORY, place) : Check.failed(DIRECTORY, place));
      checks.add(check.memory());
    } catch (IOException | RuntimeException e) {
      checks.add(Check.failed(DIRECTORY, Log.describe(e)));
    }
    return checks;
  }

  private Check memory() throws IOException {
    ShmSpace space = space();
    HostServices services = HostServices.installed();
    if (space.hasRoomForMany()) {
      return Check.ok(MEMORY, space.words());
    }
    if (services != null && services.isAvailable()) {
      return Check.note(
          MEMORY, space.words() + " (this counts only where the other JVM has no native library)");
    }
    return space.hasRoomForPairs()
        ? Check.note(MEMORY, space.words())
        : Check.failed(MEMORY, space.words());
  }

  /** Whether the folder is usable, in words. */
  String place() {
    String trouble = trouble();
    if (!trouble.isEmpty()) {
      return folder + ", unusable: " + trouble + ";" + SET_SHM_DIR;
    }
    return folder + ", usable" + (isThere() ? "" : ": the first connection makes it");
  }

  /** Whether the folder is usable. */
  boolean isUsable() {
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
  ShmSpace space() throws IOException {
    return ShmSpace.of(existing());
  }

  private Path existing() {
    Path path = folder;
    while (path.getParent() != null && !Files.exists(path)) {
      path = path.getParent();
    }
    return path;
  }
}
