package jfs.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import jfs.shm.memory.ShmSpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShmCheckTest {

  /** On a tmpfs, as it must be. */
  private Path base;

  @BeforeEach
  void makeBase() throws Exception {
    base = Files.createTempDirectory(Path.of("/dev/shm"), "jfs-check");
  }

  @AfterEach
  void removeBase() throws Exception {
    Files.deleteIfExists(base.resolve("file"));
    Files.delete(base);
  }

  @Test
  void folderOnADiskIsNot() {
    assertPlace("type proc, not on a tmpfs", Path.of("/proc/jfs"));
  }

  private static void assertPlace(String part, Path folder) {
    String place = new ShmCheck(folder).place();
    assertTrue(place.contains(part), place);
    boolean usable = part.contains(", usable");
    assertEquals(!usable, place.contains("shm_dir"), () -> "what to change: " + place);
  }

  @Test
  void ownFolderIsUsable() {
    assertPlace(base + ", usable", base);
  }

  @Test
  void folderThatCanBeMadeIsUsableAndNotMade() {
    Path folder = base.resolve("later");
    assertPlace(", usable: the first connection makes it", folder);
    assertFalse(Files.exists(folder));
  }

  @Test
  void folderThatOthersMayEnterIsNot() throws Exception {
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx--x---"));
    assertPlace("mode 0700", base);
  }

  @Test
  void fileIsNot() throws Exception {
    assertPlace("unusable", Files.createFile(base.resolve("file")));
  }

  @Test
  void folderInAMissingOneIsNot() {
    assertPlace("there is no folder", base.resolve("missing/folder"));
  }

  @Test
  void folderWithALongPathIsNot() {
    assertPlace("longer than", base.resolve("x".repeat(80)));
  }

  @Test
  void spaceIsOfTheFilesystemThatTheFolderIsOrWillBeOn() throws Exception {
    ShmSpace space = new ShmCheck(base).space();
    assertEquals("tmpfs", space.type());
    assertTrue(space.words().matches("tmpfs, .*"), space.words());
    assertEquals(space.total(), new ShmCheck(base.resolve("a/b")).space().total());
  }
}
