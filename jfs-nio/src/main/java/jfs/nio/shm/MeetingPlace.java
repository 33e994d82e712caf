package jfs.nio.shm;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jfs.core.config.Option;
import jfs.core.config.Options;

/**
 * The folder where the JVMs of one user meet: each has a socket there, and for moments a file of
 * memory. Nobody else may enter it.
 */
final class MeetingPlace {

  static final String SOCKET_SUFFIX = ".sock";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path folder;

  private final int user;

  private MeetingPlace(Path folder, int user) {
    this.folder = folder;
    this.user = user;
  }

  /** Whose it is: this process' user. */
  int user() {
    return user;
  }

  /** The one that the options name, or this user's own; made if need be. */
  static MeetingPlace open() throws IOException {
    Path folder = folder(Options.ofProcess().get(Option.SHM_DIR));
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      // The usual case. Whose it is, is looked at below.
    }
    return at(folder);
  }

  /** The folder that an option's value means; empty for this user's own. */
  static Path folder(String wished) throws IOException {
    return wished.isEmpty() ? Path.of("/dev/shm", "jfs-" + processUser()) : Path.of(wished);
  }

  /** The one in a folder that is there already. */
  static MeetingPlace at(Path folder) throws IOException {
    return at(folder, processUser());
  }

  /** The same of a user whom this process may look at. */
  static MeetingPlace at(Path folder, Object user) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || !user.equals(Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS))
        || !Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)) {
      throw new IOException(folder + " is not a folder of user " + user + " alone (mode 0700)");
    }
    return new MeetingPlace(folder, (Integer) user);
  }

  private static Object processUser() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /** A file here. */
  Path file(String name) throws IOException {
    if (name.isEmpty() || name.startsWith(".") || name.indexOf('/') >= 0) {
      throw new IOException("bad name '" + name + "'");
    }
    return folder.resolve(name);
  }

  /** The names of the JVMs that are here, or were. */
  List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String file = entry.getFileName().toString();
        if (file.endsWith(SOCKET_SUFFIX)) {
          names.add(file.substring(0, file.length() - SOCKET_SUFFIX.length()));
        }
      }
    }
    return names;
  }

  /** Removes what a JVM left that is no more. */
  void sweep(String name) throws IOException {
    List<Path> left = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (entry.getFileName().toString().startsWith(name + ".")) {
          left.add(entry);
        }
      }
    }
    for (Path entry : left) {
      remove(entry);
    }
  }

  /** Removes what JVMs left that died before they had a name here, or after others had swept. */
  void sweepOrphans() throws IOException {
    Instant fresh = Instant.now().minusSeconds(10);
    List<String> names = names();
    List<Path> orphans = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String file = entry.getFileName().toString();
        int dot = file.indexOf('.');
        if (dot > 0 && !names.contains(file.substring(0, dot)) && isOlder(entry, fresh)) {
          orphans.add(entry);
        }
      }
    }
    for (Path orphan : orphans) {
      remove(orphan);
    }
  }

  private static boolean isOlder(Path file, Instant than) throws IOException {
    try {
      return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(than);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Removes a file, if it is there. */
  static void remove(Path file) throws IOException {
    try {
      Files.delete(file);
    } catch (NoSuchFileException e) {
      // Somebody else was quicker.
    }
  }
}
