package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RendezvousDirectoryTest {

  private static final String DEAD = "7-0123456789abcdef";

  @TempDir Path elsewhere;

  private Path parent;
  private RendezvousDirectory place;

  @BeforeEach
  void open() throws Exception {
    parent = Files.createTempDirectory(Path.of("/dev/shm"), "jfs-place");
    place = RendezvousDirectory.open(RendezvousDirectory.folder(parent.toString()));
  }

  @AfterEach
  void removeAll() throws Exception {
    try (Stream<Path> all = Files.walk(parent)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private Path here(String file) throws IOException {
    return RendezvousDirectory.folder(parent.toString()).resolve(file);
  }

  private static Path old(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    return file;
  }

  private void deadSocket(String file) throws IOException {
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(here(file)));
    }
    old(here(file));
  }

  @Test
  void itIsAFolderOfItsOwn() throws Exception {
    assertEquals(
        "jfs-" + RendezvousDirectory.processUser(), here("x").getParent().getFileName() + "");
    assertEquals(parent, here("x").getParent().getParent());
  }

  /** Containers and directories of many users have such numbers. */
  @Test
  void aUserOfMoreThan31BitsHasTheSameNumberAsForOtherPrograms() throws Exception {
    String status = "Uid:\t7\t3000000000\t7\t7\n";
    int user = RendezvousDirectory.effectiveUser(new BufferedReader(new StringReader(status)));
    assertEquals("jfs-3000000000", RendezvousDirectory.name(user));
    assertEquals(
        parent + " is not a folder of user 3000000000 alone (mode 0700)",
        assertThrows(IOException.class, () -> RendezvousDirectory.at(parent, user)).getMessage());
  }

  @Test
  void whatADeadJvmLeftIsRemoved() throws Exception {
    deadSocket(DEAD + ".sock");
    old(Files.createFile(here(DEAD + ".1.arena")));
    place.sweep(DEAD);
    assertEquals(List.of(), place.names());
    assertFalse(Files.exists(here(DEAD + ".1.arena")));
  }

  @Test
  void orphansAreRemoved() throws Exception {
    deadSocket(DEAD + ".new");
    old(Files.createFile(here(DEAD + ".1.arena")));
    place.sweepOrphans();
    assertFalse(Files.exists(here(DEAD + ".new")));
    assertFalse(Files.exists(here(DEAD + ".1.arena")));
  }

  @Test
  void whatIsNotOfJfsStays() throws Exception {
    deadSocket("a.sock");
    for (String file : List.of("notes.txt", "docker.pid", DEAD + ".txt", DEAD + ".1.arena.old")) {
      old(Files.createFile(here(file)));
    }
    old(Files.createDirectory(here("empty.d")));
    // They have right names, and are not of the kind that these are for.
    old(Files.createFile(here(DEAD + ".sock")));
    old(Files.createDirectory(here(DEAD + ".2.arena")));
    Files.createSymbolicLink(here(DEAD + ".3.arena"), Files.createFile(elsewhere.resolve("f")));
    List<Path> before = everything();
    place.sweepOrphans();
    place.sweep(DEAD);
    place.sweep("a");
    assertEquals(before, everything());
    assertTrue(Files.exists(elsewhere.resolve("f")));
  }

  private List<Path> everything() throws IOException {
    try (Stream<Path> all = Files.walk(parent)) {
      return all.sorted().toList();
    }
  }

  @Test
  void nothingIsMadeOnADisk() {
    Path folder = Path.of("/proc/jfs-1");
    String message =
        assertThrows(IOException.class, () -> RendezvousDirectory.open(folder)).getMessage();
    assertEquals("/proc is on a file system of type proc, not on a tmpfs", message);
  }

  /** It is not the owner of /proc/self, which is root for a process that must not be dumped. */
  @Test
  void userIsTheEffectiveOne() throws Exception {
    String status = "Name:\tjava\nUid:\t1000\t1001\t1002\t1003\nGid:\t7\t7\t7\t7\n";
    assertEquals(
        1001, RendezvousDirectory.effectiveUser(new BufferedReader(new StringReader(status))));
    assertThrows(
        IOException.class,
        () ->
            RendezvousDirectory.effectiveUser(new BufferedReader(new StringReader("Name:\tx\n"))));
    assertEquals(
        Files.getAttribute(parent, "unix:uid"), RendezvousDirectory.processUser(), "who made this");
  }
}
