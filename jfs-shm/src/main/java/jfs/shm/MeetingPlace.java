package jfs.shm;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
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
 * memory. Nobody else may enter it. It is JFS's own, {@code jfs-UID} in the folder that the option
 * {@code shm_dir} names, and on a tmpfs. Of what lies in it, JFS touches what has a {@link
 * MeetingName}, is this user's, and is of the right kind.
 */
final class MeetingPlace {

  static final String SOCKET_SUFFIX = MeetingName.SOCKET;

  private static final Path DEFAULT_PARENT = Path.of("/dev/shm");
  private static final String TMPFS = "tmpfs";
  private static final String USER_KEY = "Uid:";
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

  /** The one in the folder that the options name; made if need be. */
  static MeetingPlace open() throws IOException {
    return open(folder(Options.ofProcess().get(Option.SHM_DIR)));
  }

  /** One that is made if it is not there, and if its file system is memory. */
  static MeetingPlace open(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Path parent = folder.getParent();
      if (!Files.isDirectory(parent)) {
        throw new IOException("there is no folder " + parent);
      }
      requireMemory(parent);
      try {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      } catch (FileAlreadyExistsException e) {
        // Another JVM was quicker. Whose it is, is looked at below.
      }
    }
    MeetingPlace place = at(folder);
    requireMemory(folder);
    return place;
  }

  /** Fails if what is made in a folder would be written to a disk. */
  static void requireMemory(Path folder) throws IOException {
    String type = Mounts.type(folder);
    if (!type.equals(TMPFS)) {
      throw new IOException(folder + " is on a file system of type " + type + ", not on a tmpfs");
    }
  }

  /** JFS's own folder in the one that an option's value names; empty for the usual one. */
  static Path folder(String parent) throws IOException {
    return (parent.isEmpty() ? DEFAULT_PARENT : Path.of(parent)).resolve("jfs-" + processUser());
  }

  /** The one in a folder that is there already. */
  static MeetingPlace at(Path folder) throws IOException {
    return at(folder, processUser());
  }

  /** The same of a user whom this process may look at. */
  static MeetingPlace at(Path folder, int user) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || !owns(user, folder)
        || !Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)) {
      throw new IOException(folder + " is not a folder of user " + user + " alone (mode 0700)");
    }
    return new MeetingPlace(folder, user);
  }

  private static boolean owns(int user, Path path) throws IOException {
    return ((Integer) user).equals(Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * The effective user. Not the owner of /proc/self: that is root where a process must not be
   * dumped, as one whose file has capabilities.
   */
  static int processUser() throws IOException {
    // Read by a stream: a channel may need direct memory, which the program may have used up.
    try (BufferedReader status =
        new BufferedReader(
            new InputStreamReader(
                new FileInputStream("/proc/self/status"), StandardCharsets.UTF_8))) {
      return effectiveUser(status);
    }
  }

  /** The second of the four in the line of users, proc(5). */
  static int effectiveUser(BufferedReader status) throws IOException {
    for (String line = status.readLine(); line != null; line = status.readLine()) {
      if (line.startsWith(USER_KEY)) {
        String[] users = line.substring(USER_KEY.length()).strip().split("\t", -1);
        if (users.length > 1) {
          try {
            return Integer.parseUnsignedInt(users[1]);
          } catch (NumberFormatException e) {
            throw new IOException("user '" + users[1] + "'", e);
          }
        }
      }
    }
    throw new IOException("no user in /proc/self/status");
  }

  /** A file here. */
  Path file(String name) throws IOException {
    if (MeetingName.jvmOf(name) == null) {
      throw new IOException("bad name '" + name + "'");
    }
    return folder.resolve(name);
  }

  /** The socket of a JVM. */
  Path socket(String jvm) throws IOException {
    return file(jvm + MeetingName.SOCKET);
  }

  /** The names of the JVMs that are here, or were. */
  List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path entry : entries()) {
      String file = entry.getFileName().toString();
      if (file.endsWith(MeetingName.SOCKET)) {
        names.add(MeetingName.jvmOf(file));
      }
    }
    return names;
  }

  /** What is here under a name of JFS's. */
  private List<Path> entries() throws IOException {
    List<Path> own = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (MeetingName.jvmOf(entry.getFileName().toString()) != null) {
          own.add(entry);
        }
      }
    }
    return own;
  }

  /** Removes what a JVM left that is no more. */
  void sweep(String name) throws IOException {
    for (Path entry : entries()) {
      if (name.equals(MeetingName.jvmOf(entry.getFileName().toString()))) {
        remove(entry, user);
      }
    }
  }

  /** Removes what JVMs left that died before they had a name here, or after others had swept. */
  void sweepOrphans() throws IOException {
    Instant fresh = Instant.now().minusSeconds(10);
    List<String> names = names();
    for (Path entry : entries()) {
      if (!names.contains(MeetingName.jvmOf(entry.getFileName().toString()))
          && isOlder(entry, fresh)) {
        remove(entry, user);
      }
    }
  }

  private static boolean isOlder(Path file, Instant than) throws IOException {
    try {
      return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(than);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Removes what was left here, if it is what its name says. */
  private static void remove(Path entry, int user) throws IOException {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(entry, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean memory = entry.getFileName().toString().endsWith(MeetingName.ARENA);
      if ((memory ? attributes.isRegularFile() : attributes.isOther()) && owns(user, entry)) {
        remove(entry);
      }
    } catch (NoSuchFileException e) {
      // Somebody else was quicker.
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
