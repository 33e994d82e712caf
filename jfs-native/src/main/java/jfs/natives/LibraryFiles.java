package jfs.natives;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import jfs.core.config.Version;
import jfs.core.runtime.RandomNumbers;

/**
 * The library's short-lived files: their names, and the removal of those left behind by JVMs that
 * were killed while loading theirs. Loading takes milliseconds; after a day no JVM does it any
 * more.
 */
final class LibraryFiles {

  /** How their names begin. */
  static final String PREFIX = "jfs-native-";

  private static final String SUFFIX = ".so";

  private static final Duration STALE = Duration.ofDays(1);

  /** Limits the search, so that a full temporary folder does not make loading slow. */
  private static final int MOST_FILES = 10_000;

  private LibraryFiles() {}

  /** An unpredictable name with this JFS's version in it. */
  static String newName() {
    return PREFIX + Version.string() + "-" + Long.toHexString(RandomNumbers.next()) + SUFFIX;
  }

  /**
   * Removes JFS's stale files from a directory, as far as that is possible.
   *
   * @param self only files of this owner are removed
   */
  static void sweep(Path directory, UserPrincipal self) {
    Instant stale = Instant.now().minus(STALE);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      int seen = 0;
      for (Path file : files) {
        if (++seen > MOST_FILES) {
          return;
        }
        if (isNamedLikeOurs(file)) {
          removeIfStale(file, self, stale);
        }
      }
    } catch (IOException | DirectoryIteratorException | SecurityException e) {
      // A directory that cannot be listed keeps its files.
    }
  }

  private static boolean isNamedLikeOurs(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  private static void removeIfStale(Path file, UserPrincipal self, Instant stale) {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isRegularFile()
          && attributes.owner().equals(self)
          && attributes.lastModifiedTime().toInstant().isBefore(stale)) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      // Another process was faster, or this one may not remove it.
    }
  }
}
