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
 * The library's short-lived files: how they are named, and what becomes of those left behind by
 * JVMs that were killed while they loaded theirs. Loading takes milliseconds; after a day, nobody
 * is at it any more.
 */
final class LibraryFiles {

  /** How their names begin. */
  static final String PREFIX = "jfs-native-";

  private static final String SUFFIX = ".so";

  private static final Duration STALE = Duration.ofDays(1);

  /** Loading must not take long because somebody filled the temporary folder. */
  private static final int MOST_FILES = 10_000;

  private LibraryFiles() {}

  /** A name that nobody can guess, with this JFS's version in it. */
  static String newName() {
    return PREFIX + Version.string() + "-" + Long.toHexString(RandomNumbers.next()) + SUFFIX;
  }

  /**
   * Removes ours that are stale from a directory, as far as that can be done.
   *
   * @param self whose files are ours
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
      // A directory that cannot be listed keeps what is in it.
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
      // Somebody else was faster, or it is not ours to remove.
    }
  }
}
