package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfs.core.config.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryFilesTest {

  private static final Duration OLD = Duration.ofHours(25);
  private static final int SOMEBODY_ELSE = 12345;

  @TempDir Path directory;

  @Test
  void namesNoTwoAlike() {
    assertNotEquals(LibraryFiles.newName(), LibraryFiles.newName());
    assertTrue(
        LibraryFiles.newName()
            .matches("jfs-native-" + Pattern.quote(Version.string()) + "-[0-9a-f]+\\.so"));
  }

  @Test
  void removesWhatItNamed() throws IOException {
    oldFile(directory.resolve(LibraryFiles.newName()));
    sweep();
    assertLeft();
  }

  @Test
  void removesOldFilesOfOurs() throws IOException {
    oldFile(directory.resolve("jfs-native-0.1.0-1.so"));
    oldFile(directory.resolve("jfs-native-unknown-2.so"));
    sweep();
    assertLeft();
  }

  @Test
  void leavesFilesThatMayBeInUse() throws IOException {
    Files.createFile(directory.resolve("jfs-native-0.1.0-1.so"));
    Files.setLastModifiedTime(
        Files.createFile(directory.resolve("jfs-native-0.1.0-2.so")),
        FileTime.from(Instant.now().minus(Duration.ofHours(23))));
    sweep();
    assertLeft("jfs-native-0.1.0-1.so", "jfs-native-0.1.0-2.so");
  }

  @Test
  void leavesWhatIsNotNamedLikeOurs() throws IOException {
    oldFile(directory.resolve("libjfs.so"));
    oldFile(directory.resolve("jfs-native-notes.txt"));
    oldFile(directory.resolve("my-jfs-native-1.so"));
    sweep();
    assertLeft("jfs-native-notes.txt", "libjfs.so", "my-jfs-native-1.so");
  }

  @Test
  void leavesLinksAndFolders() throws IOException {
    Path target = oldFile(directory.resolve("target"));
    Files.createSymbolicLink(directory.resolve("jfs-native-0.1.0-1.so"), target);
    Path folder = Files.createDirectory(directory.resolve("jfs-native-0.1.0-2.so"));
    makeOld(folder);
    sweep();
    assertLeft("jfs-native-0.1.0-1.so", "jfs-native-0.1.0-2.so", "target");
  }

  @Test
  void leavesFilesOfOthers() throws IOException {
    Path file = oldFile(directory.resolve("jfs-native-0.1.0-1.so"));
    try {
      Files.setAttribute(file, "unix:uid", SOMEBODY_ELSE);
    } catch (IOException e) {
      assumeTrue(false, "only root can give files away");
    }
    sweep();
    assertLeft("jfs-native-0.1.0-1.so");
  }

  @Test
  void acceptsThatThereIsNoSuchFolder() throws IOException {
    LibraryFiles.sweep(directory.resolve("missing"), Files.getOwner(directory));
    assertLeft();
  }

  static Path oldFile(Path file) throws IOException {
    Files.createFile(file);
    makeOld(file);
    return file;
  }

  private static void makeOld(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(OLD)));
  }

  private void sweep() throws IOException {
    LibraryFiles.sweep(directory, Files.getOwner(directory));
  }

  private void assertLeft(String... names) throws IOException {
    Set<String> left = new TreeSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(file -> left.add(file.getFileName().toString()));
    }
    assertEquals(new TreeSet<>(Set.of(names)), left);
  }
}
