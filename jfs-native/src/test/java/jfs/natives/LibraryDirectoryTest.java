package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryDirectoryTest {

  private static final int SOMEBODY_ELSE = 12345;

  @TempDir Path directory;

  @Test
  void acceptsAFolderThatOnlyWeWrite() throws IOException {
    setMode(0700);
    assertSafe();
    setMode(0755);
    assertSafe();
  }

  @Test
  void acceptsAStickyFolderThatEverybodyWrites() throws IOException {
    setMode(01777);
    assertSafe();
  }

  @Test
  void refusesAFolderThatOthersWrite() throws IOException {
    setMode(0777);
    assertUnsafe();
    setMode(0770);
    assertUnsafe();
    setMode(0702);
    assertUnsafe();
  }

  @Test
  void refusesSomebodyElsesFolderEvenIfSticky() throws IOException {
    setMode(01777);
    Path mine = Files.createFile(directory.resolve("mine"));
    try {
      Files.setAttribute(directory, "unix:uid", SOMEBODY_ELSE);
    } catch (IOException e) {
      assumeTrue(false, "only root can give folders away");
    }
    assertThrows(
        IOException.class, () -> LibraryDirectory.requireSafe(directory, Files.getOwner(mine)));
  }

  @Test
  void acceptsRootsStickyFolder() throws IOException {
    assumeTrue((int) Files.getAttribute(directory, "unix:uid") == 0, "for root only");
    setMode(01777);
    Path theirs = Files.createFile(directory.resolve("theirs"));
    Files.setAttribute(theirs, "unix:uid", SOMEBODY_ELSE);
    assertDoesNotThrow(() -> LibraryDirectory.requireSafe(directory, Files.getOwner(theirs)));
  }

  @Test
  void followsALinkToTheFolderMeant() throws IOException {
    Path target = Files.createDirectory(directory.resolve("target"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), target);
    assertEquals(target.toRealPath(), new LibraryDirectory(link, false).open());
  }

  @Test
  void makesNoFolderThatIsNotOurs() {
    Path missing = directory.resolve("missing");
    assertThrows(IOException.class, () -> new LibraryDirectory(missing, false).open());
    assertFalse(Files.exists(missing));
  }

  @Test
  void offersOnlyAbsolutePathsAndNoneTwice() {
    List<Path> paths = LibraryDirectory.candidates().stream().map(LibraryDirectory::path).toList();
    assertEquals(Path.of(System.getProperty("java.io.tmpdir")), paths.get(0));
    assertEquals(List.of(), paths.stream().filter(path -> !path.isAbsolute()).toList());
    assertEquals(paths.stream().distinct().toList(), paths);
  }

  private void setMode(int mode) throws IOException {
    Files.setAttribute(directory, "unix:mode", mode);
  }

  private void assertSafe() {
    assertDoesNotThrow(() -> LibraryDirectory.requireSafe(directory, Files.getOwner(directory)));
  }

  private void assertUnsafe() {
    assertThrows(
        IOException.class,
        () -> LibraryDirectory.requireSafe(directory, Files.getOwner(directory)));
  }
}
