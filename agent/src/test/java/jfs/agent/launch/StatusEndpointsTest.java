package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jfs.core.stats.StatusService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which process has a socket, if process ids alone do not tell: a container has its own. */
class StatusEndpointsTest {

  private static final int INODE = 4711;

  /** In place of {@code /proc}. */
  @TempDir Path proc;

  @TempDir Path base;

  private Path folder;
  private int user;
  private StatusEndpoints endpoints;

  @BeforeEach
  void make() throws Exception {
    folder =
        Files.createDirectory(
            base.resolve("folder"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    user = (Integer) Files.getAttribute(folder, "unix:uid");
    process(ProcessHandle.current().pid(), 1);
    endpoints = new StatusEndpoints(proc, StatusService.installed());
  }

  /** Makes a process with these sockets open. */
  private void process(long pid, long ownPid, int... sockets) throws IOException {
    Path process = Files.createDirectory(proc.resolve(Long.toString(pid)));
    String users = "Uid:\t%d\t%d\t%d\t%d\n".formatted(user, user, user, user);
    Files.writeString(process.resolve("status"), users + "NSpid:\t" + pid + "\t" + ownPid + "\n");
    Files.createDirectories(process.resolve("fd"));
    for (int socket : sockets) {
      Files.createSymbolicLink(process.resolve("fd/" + socket), Path.of("socket:[" + socket + "]"));
    }
  }

  /** Makes a JVM's socket in the folder, which these processes see there. */
  private void socket(String name, long... pids) throws IOException {
    Files.createFile(folder.resolve(name + ".sock"));
    String line = "0000: 00000002 00000000 00010000 0001 01 %d %s/%s.new\n";
    // An accepted connection, and one that waits to be accepted, have its path as well.
    String others = line.formatted(0, folder, name) + line.formatted(1, folder, name);
    for (long pid : pids) {
      Path net = Files.createDirectories(proc.resolve(pid + "/net"));
      Files.writeString(net.resolve("unix"), others + line.formatted(INODE, folder, name));
    }
  }

  private List<String> of(long pid) throws IOException {
    List<String> names = new ArrayList<>();
    for (StatusEndpoint endpoint : endpoints.of(pid, new Jvm(proc, pid), folder)) {
      assertEquals(pid, endpoint.pid());
      names.add(endpoint.name());
    }
    return names;
  }

  @Test
  void socketOfAnotherJvmWithTheNumberIsNotTaken() throws Exception {
    String name = "7-8123456789abcdef";
    process(7, 7);
    process(99, 7, INODE);
    socket(name, 7, 99);
    assertEquals(List.of(), of(7));
    assertEquals(List.of(name), of(99));
  }

  @Test
  void nameMayHaveTheNumberThatTheProcessHasHere() throws Exception {
    String name = "99-8123456789abcdef";
    process(99, 7, INODE);
    socket(name, 99);
    assertEquals(List.of(name), of(99));
  }

  @Test
  void numberDecidesWhereTheDescriptorsCannotBeRead() throws Exception {
    String name = "7-8123456789abcdef";
    process(7, 7);
    Files.delete(proc.resolve("7/fd"));
    socket(name, 7);
    assertEquals(List.of(name), of(7));
    process(99, 7, INODE);
    Files.createDirectory(proc.resolve("99/net"));
    Files.copy(proc.resolve("7/net/unix"), proc.resolve("99/net/unix"));
    assertEquals(List.of(), of(7), "the other one has it");
  }

  @Test
  void folderThatIsNoMoreHasNobody() throws Exception {
    List<StatusEndpoint> found = new ArrayList<>();
    endpoints.addAllOf(found, base.resolve("gone"));
    assertEquals(List.of(), found);
  }

  /** The kernel prints an abstract name, which any user may take, as it is. */
  @Test
  void aNameWithALineFeedMisleadsNobody() throws Exception {
    String name = "7-8123456789abcdef";
    process(7, 7, INODE);
    socket(name, 7);
    Path unix = proc.resolve("7/net/unix");
    String forged = "0000: 00000002 00000000 00010000 0001 01 9 @\n/" + name + ".x\n";
    Files.writeString(unix, forged + Files.readString(unix));
    assertEquals(List.of(name), of(7));
  }

  /** It says where a JVM can be asked, whatever the command line says. */
  @Test
  void theSocketTellsItsFolder() throws Exception {
    folder = base.resolve("jfs-4711");
    Files.createDirectory(folder);
    process(7, 1, INODE);
    socket("1-8123456789abcdef", 7);
    assertEquals(folder, new Jvm(proc, 7).folderOfSocket(7));
    process(8, 1);
    Files.createDirectory(proc.resolve("8/net"));
    Files.copy(proc.resolve("7/net/unix"), proc.resolve("8/net/unix"));
    assertNull(new Jvm(proc, 8).folderOfSocket(8), "another process has it");
    Files.delete(proc.resolve("7/fd/" + INODE));
    Files.delete(proc.resolve("7/fd"));
    assertNull(new Jvm(proc, 7).folderOfSocket(7), "nothing can be seen");
  }

  /** Where a package manager has just put another version. */
  @Test
  void aJarThatWasReplacedIsStillJfs() throws Exception {
    process(7, 7);
    Path jar = base.resolve("jfs-agent.jar (deleted)");
    try (ZipOutputStream entries = new ZipOutputStream(Files.newOutputStream(jar))) {
      entries.putNextEntry(new ZipEntry("jfs/core/JfsSocketImpl.class"));
    }
    Files.createSymbolicLink(proc.resolve("7/fd/5"), jar);
    assertTrue(new Jvm(proc, 7).hasJfs());
  }

  /** Nobody may ever write to it. */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeWithTheNameOfAJarIsNotOpened() throws Exception {
    process(7, 7);
    Path pipe = base.resolve("pipe.jar");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Files.createSymbolicLink(proc.resolve("7/fd/5"), pipe);
    assertFalse(new Jvm(proc, 7).hasJfs());
  }
}
