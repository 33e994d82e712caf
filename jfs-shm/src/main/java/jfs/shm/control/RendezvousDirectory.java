package jfs.shm.control;

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
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfs.shm.memory.Mounts;

/**
 * The rendezvous directory, where the JVMs of one user meet: each has a socket there, and for
 * moments a file of memory. Other users may not enter it. It is JFS's own folder {@code jfs-UID},
 * in the one that the option {@code shm_dir} names, and on a tmpfs. JFS touches only files there
 * that have a {@link RendezvousName}, belong to this user, and are of the right kind.
 */
public final class RendezvousDirectory {

  /** The end of the name of a JVM's socket. */
  public static final String SOCKET_SUFFIX = RendezvousName.SOCKET;

  private static final Path DEFAULT_PARENT = Path.of("/dev/shm");
  private static final String TMPFS = "tmpfs";
  private static final String USER_KEY = "Uid:";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path folder;

  private final int user;

  /** Null before it was needed. Used by the manager's thread alone. */
  private UserPrincipal owner;

  private RendezvousDirectory(Path folder, int user) {
    this.folder = folder;
    this.user = user;
  }

  Path folder() {
    return folder;
  }

  /** The user id of its owner: all 32 bits, so that one of 2^31 or more is negative here. */
  int user() {
    return user;
  }

  /**
   * What the JDK makes of its owner; fails if another user has exchanged the folder, which may lie
   * in a folder of that user. The JDK looks up the user's name, which may take a while, so this
   * asks it once only. For the manager's thread.
   */
  UserPrincipal requireOwner() throws IOException {
    // In one call, so that both are of one folder.
    Map<String, Object> now =
        Files.readAttributes(
            folder, owner == null ? "unix:uid,owner" : "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (!now.get("uid").equals(user)) {
      throw new IOException(folder + " now belongs to user " + number((int) now.get("uid")));
    }
    if (owner == null) {
      owner = (UserPrincipal) now.get("owner");
    }
    return owner;
  }

  /** Opens the one in the folder that an option's value names; makes it if necessary. */
  static RendezvousDirectory open(String parent) throws IOException {
    return open(folder(parent));
  }

  /** Opens a folder, and makes it if it is missing; fails unless its file system is memory. */
  static RendezvousDirectory open(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Path parent = folder.getParent();
      if (!Files.isDirectory(parent)) {
        throw new IOException("there is no folder " + parent);
      }
      requireMemory(parent);
      try {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      } catch (FileAlreadyExistsException e) {
        // Another JVM was quicker. The owner is checked below.
      }
    }
    RendezvousDirectory place = at(folder);
    requireMemory(folder);
    return place;
  }

  /** Fails if files in a folder would be written to a disk. */
  public static void requireMemory(Path folder) throws IOException {
    String type = Mounts.type(folder);
    if (!type.equals(TMPFS)) {
      throw new IOException(folder + " is on a file system of type " + type + ", not on a tmpfs");
    }
  }

  /** JFS's own folder in the one that an option's value names; an empty value is the default. */
  public static Path folder(String parent) throws IOException {
    return (parent.isEmpty() ? DEFAULT_PARENT : Path.of(parent)).resolve(name(processUser()));
  }

  /** The name of a user's folder. */
  static String name(int user) {
    return "jfs-" + number(user);
  }

  /** A user id as all other programs say it. */
  private static String number(int user) {
    return Integer.toUnsignedString(user);
  }

  /** Opens a folder that is there already. */
  public static RendezvousDirectory at(Path folder) throws IOException {
    return at(folder, processUser());
  }

  /** The same for a user, as far as this process may look at the folder. */
  static RendezvousDirectory at(Path folder, int user) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || !owns(user, folder)
        || !Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)) {
      throw new IOException(
          folder + " is not a folder of user " + number(user) + " alone (mode 0700)");
    }
    return new RendezvousDirectory(folder, user);
  }

  private static boolean owns(int user, Path path) throws IOException {
    return ((Integer) user).equals(Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * The effective user. Not the owner of /proc/self: that is root for a process that must not be
   * dumped, such as one with a program file that has capabilities.
   */
  static int processUser() throws IOException {
    // Read through a stream: a channel may need direct memory, which the program may have used up.
    try (BufferedReader status =
        new BufferedReader(
            new InputStreamReader(
                new FileInputStream("/proc/self/status"), StandardCharsets.UTF_8))) {
      return effectiveUser(status);
    }
  }

  /** The second of the four ids in the line of users, proc(5). */
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

  /** The path of a file here. */
  Path file(String name) throws IOException {
    if (RendezvousName.jvmOf(name) == null) {
      throw new IOException("bad name '" + name + "'");
    }
    return folder.resolve(name);
  }

  /** The path of the file of {@link ProofLocks}. */
  Path proofLocks() {
    return folder.resolve(RendezvousName.LOCKS);
  }

  /** The path of a JVM's socket. */
  Path socket(String jvm) throws IOException {
    return file(jvm + RendezvousName.SOCKET);
  }

  /** The names of the JVMs that have a socket here, or have left one. */
  List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path endpoint : entries()) {
      String file = endpoint.getFileName().toString();
      if (file.endsWith(RendezvousName.SOCKET)) {
        names.add(RendezvousName.jvmOf(file));
      }
    }
    return names;
  }

  /** The files here that have a name of JFS's. */
  private List<Path> entries() throws IOException {
    List<Path> own = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path endpoint : entries) {
        if (RendezvousName.jvmOf(endpoint.getFileName().toString()) != null) {
          own.add(endpoint);
        }
      }
    }
    return own;
  }

  /** Removes the files of a JVM that is gone or is leaving. */
  void sweep(String name) throws IOException {
    for (Path endpoint : entries()) {
      if (name.equals(RendezvousName.jvmOf(endpoint.getFileName().toString()))) {
        remove(endpoint, user);
      }
    }
  }

  /** Removes old files of JVMs that died before they had a name here, or after others had swept. */
  void sweepOrphans() throws IOException {
    Instant fresh = Instant.now().minusSeconds(10);
    List<String> names = names();
    for (Path endpoint : entries()) {
      if (!names.contains(RendezvousName.jvmOf(endpoint.getFileName().toString()))
          && isOlder(endpoint, fresh)) {
        remove(endpoint, user);
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

  /** Removes a file that was left here, if its kind fits its name. */
  private static void remove(Path endpoint, int user) throws IOException {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(endpoint, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean memory = endpoint.getFileName().toString().endsWith(RendezvousName.ARENA);
      if ((memory ? attributes.isRegularFile() : attributes.isOther()) && owns(user, endpoint)) {
        Files.deleteIfExists(endpoint);
      }
    } catch (NoSuchFileException e) {
      // Another process was quicker.
    }
  }
}
