package jfs.natives;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A directory where the library's short-lived file may go.
 *
 * <p>Not every writable directory is safe. The loaded code runs with all rights of the process, so
 * no other user may be able to replace the file between writing and loading it. So the directory
 * belongs to the process's user or to root, and either only its owner may write to it or it is
 * sticky, as {@code /tmp} is.
 *
 * @param path absolute
 * @param ours whether JFS makes it if it is not there
 */
record LibraryDirectory(Path path, boolean ours) {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private static final int ROOT = 0;
  private static final int STICKY = 01000;
  private static final int WRITABLE_BY_OTHERS = 0022;

  /**
   * The directories, best first: {@code java.io.tmpdir}, {@code $XDG_RUNTIME_DIR}, {@code
   * ~/.cache/jfs} and the current directory. More than one, because some hosts have temporary
   * folders that are read-only or mounted noexec. Directories that a security manager hides are
   * left out.
   */
  static List<LibraryDirectory> candidates() {
    List<LibraryDirectory> found = new ArrayList<>();
    add(found, propertyOrNull("java.io.tmpdir"), false);
    add(found, environmentOrNull("XDG_RUNTIME_DIR"), false);
    Path home = propertyOrNull("user.home");
    add(found, home == null ? null : home.resolve(".cache").resolve("jfs"), true);
    add(found, propertyOrNull("user.dir"), false);
    return found;
  }

  private static void add(List<LibraryDirectory> found, Path path, boolean ours) {
    if (path == null) {
      return;
    }
    for (LibraryDirectory directory : found) {
      if (directory.path.equals(path)) {
        return;
      }
    }
    found.add(new LibraryDirectory(path, ours));
  }

  /**
   * The directory itself; makes it if it is JFS's own and its parent's parent exists.
   *
   * @throws IOException if it is not there and cannot be made
   */
  Path open() throws IOException {
    Path home = ours ? path.getParent().getParent() : path;
    if (!Files.isDirectory(home)) {
      throw new IOException("no such directory");
    }
    if (ours && !Files.isDirectory(path)) {
      Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }
    return path.toRealPath();
  }

  /**
   * Refuses a directory in which other users could replace the file.
   *
   * @param directory as {@link #open} returned it
   * @param self the owner of a file that this process made there
   * @throws IOException if others could, or if that is not known
   */
  static void requireSafe(Path directory, UserPrincipal self) throws IOException {
    boolean rootsOwn = (int) Files.getAttribute(directory, "unix:uid") == ROOT;
    if (!rootsOwn && !Files.getOwner(directory).equals(self)) {
      throw new IOException("it belongs to somebody else");
    }
    int mode = (int) Files.getAttribute(directory, "unix:mode");
    if ((mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0) {
      throw new IOException("others may write to it and it is not sticky");
    }
  }

  private static Path propertyOrNull(String key) {
    try {
      return absoluteOrNull(System.getProperty(key));
    } catch (SecurityException e) {
      return null;
    }
  }

  private static Path environmentOrNull(String key) {
    try {
      return absoluteOrNull(System.getenv(key));
    } catch (SecurityException e) {
      return null;
    }
  }

  /** No user means a relative path: {@code user.home} is {@code ?} where there is no home. */
  private static Path absoluteOrNull(String path) {
    return path != null && new File(path).isAbsolute() ? Path.of(path) : null;
  }
}
