package jfs.natives;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jfs.core.config.Log;
import jfs.core.runtime.Services;

/**
 * The library in JFS's own jar. Java loads libraries from files only, so this writes it to a file,
 * and deletes that as soon as it is loaded: Linux keeps what is mapped.
 *
 * <p>It does not write through channels, which fail when the calling thread is interrupted. It runs
 * while a program starts, so it also avoids what is slow the first time in a JVM: lambdas, {@link
 * java.security.SecureRandom}, regular expressions.
 */
final class BundledLibrary {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final Platform platform;
  private final byte[] content;

  private BundledLibrary(Platform platform, byte[] content) {
    this.platform = platform;
    this.content = content;
  }

  /**
   * The library for a platform; empty if the jar has none.
   *
   * @throws IOException if the jar cannot be read
   */
  static Optional<BundledLibrary> of(Platform platform) throws IOException {
    byte[] packed = Services.read(platform.resource().substring(1)); // without its first slash
    if (packed != null) {
      return Optional.of(new BundledLibrary(platform, packed));
    }
    try (InputStream in = BundledLibrary.class.getResourceAsStream(platform.resource())) {
      return in == null
          ? Optional.empty()
          : Optional.of(new BundledLibrary(platform, in.readAllBytes()));
    }
  }

  /**
   * Loads the library through a file in the first of the directories where that works.
   *
   * @return where it was loaded from, for logs
   * @throws IOException with the reason for each directory, if it works in none
   */
  String load(List<LibraryDirectory> directories) throws IOException {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    for (LibraryDirectory directory : directories) {
      try {
        loadThrough(directory.open());
        return "the jar's " + platform + " library, through " + directory.path();
      } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
        // Another directory may work, whatever the cause. The messages are not told apart, since
        // the C library's are in the user's language.
        reasons
            .computeIfAbsent(reason(e), reason -> new ArrayList<>())
            .add(directory.path().toString());
      }
    }
    throw new IOException(
        "the jar's "
            + platform
            + " library cannot be loaded: "
            + reasons.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining("; ")));
  }

  private void loadThrough(Path directory) throws IOException {
    Path file = directory.resolve(LibraryFiles.newName());
    // Fails unless the file is new: a file or link of another user is never followed.
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    try {
      UserPrincipal self = Files.getOwner(file);
      LibraryDirectory.requireSafe(directory, self);
      LibraryFiles.sweep(directory, self);
      try (FileOutputStream out = new FileOutputStream(file.toFile())) {
        out.write(content);
      }
      System.load(file.toString());
    } catch (UnsatisfiedLinkError e) {
      // The message names the file once or twice, which is of no use to the user.
      throw new IOException(String.valueOf(e.getMessage()).replace(file + ": ", ""), e);
    } finally {
      remove(file);
    }
  }

  /**
   * A file that cannot be removed becomes stale, and a later JVM removes it: no reason not to use
   * the library.
   */
  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException | SecurityException e) {
      Log.debug("cannot remove " + file + ": " + Log.describe(e));
    }
  }

  private static String reason(Throwable failure) {
    if (failure instanceof FileSystemException e && e.getReason() != null) {
      return e.getReason();
    }
    return failure.getClass() == IOException.class ? failure.getMessage() : Log.describe(failure);
  }
}
