package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jfs.agent.programs.peers.FullUse;
import jfs.shm.control.StatusClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The first use of a class loads and initialises it, and both take heap. If a program's thread does
 * so in a read or write, there may be none, which no JDK socket would need; and a class that failed
 * to initialise once fails for ever. So JFS uses all that such a thread may need before a
 * connection leaves TCP.
 */
class FirstUseAgentTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void nothingIsLoadedOrLinkedByAThreadThatReadsOrWrites(String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm jvm = jvm(meeting.parent(), library).start()) {
      jvm.expect("connected");
      SwitchedConnections.await("shm", meeting, 2, () -> thereAndBack(jvm));
      assertEquals(List.of(), firstUses(jvm));
    }
  }

  /** There a sender that waits for its reader returns to TCP. */
  @Test
  void norWhereThereIsLittleSharedMemory() throws Exception {
    HostCommands.require("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt");
    Path mounted = Files.createDirectory(folder.resolve("small"));
    String mount = "mount -t tmpfs -o size=4m,mode=700 none " + mounted;
    try (RunningJvm jvm = jvm(mounted, "off").withShell(HostCommands.inNew("-m", mount)).start()) {
      jvm.expect("connected");
      // Its folder is in a mount of its own, which is seen from outside as it is seen there.
      Path seen = Path.of("/proc", jvm.pid(), "root").resolve(Path.of("/").relativize(mounted));
      Path meeting = StatusClient.folder(seen.toString());
      SwitchedConnections.awaitIn(List.of(meeting), "shm", 2, () -> thereAndBack(jvm));
      assertEquals(List.of(), firstUses(jvm));
      ParsedSummary summary = ParsedSummary.in(folder.resolve("summary"));
      assertEquals(2, summary.onShm(), summary::toString);
    }
  }

  private static void thereAndBack(RunningJvm jvm) throws IOException {
    jvm.send("again");
    jvm.expect("done");
  }

  private Path log() {
    return folder.resolve("classes");
  }

  private ChildJvm jvm(Path meeting, String library) throws IOException {
    return ChildJvm.of(FullUse.class)
        .with(
            "-Djfs.shm_dir=" + meeting,
            "-Xlog:class+load,methodhandles,jni+resolve=debug:file=" + log() + ":tid")
        .withLibrary(library)
        .withAgent("shm=eager,summary=" + folder.resolve("summary"));
  }

  /** The classes that the program's threads have loaded and linked between Begin and End. */
  private List<String> firstUses(RunningJvm jvm) throws Exception {
    jvm.send("use");
    jvm.expect("used");
    Set<String> others = otherThreads(jvm.pid());
    jvm.send("end");
    jvm.waitForExit().assertOk();
    List<String> lines = Files.readAllLines(log());
    assertEquals(
        List.of(),
        lines.stream()
            .filter(
                line -> line.contains(" native method jfs.") && !others.contains(threadOf(line)))
            .toList());
    int begin = indexOf(lines, FullUse.class.getName() + "$Begin ");
    int end = indexOf(lines, FullUse.class.getName() + "$End ");
    return lines.subList(begin, end).stream()
        .filter(line -> isOfJfs(line) && !others.contains(threadOf(line)))
        .toList();
  }

  private static String threadOf(String line) {
    return line.substring(1, line.indexOf(']')).strip();
  }

  /** Whether a line is of JFS; the program and the JDK's sockets linked what they need before. */
  private static boolean isOfJfs(String line) {
    boolean linked = line.contains("] lookup_polymorphic_method iid=_invokeGeneric ");
    return (linked && !line.contains("(Ljava/util/concurrent/FutureTask;"))
        || (line.contains("] jfs.") && !line.contains(FullUse.class.getName()));
  }

  private static int indexOf(List<String> lines, String name) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("] " + name)) {
        return i;
      }
    }
    throw new AssertionError("not loaded: " + name);
  }

  /** The numbers of JFS's own threads, and of the JVM's compilers, which link ahead. */
  private static Set<String> otherThreads(String pid) throws IOException {
    Set<String> others = new HashSet<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc", pid, "task"))) {
      for (Path thread : threads.toList()) {
        try {
          if (Files.readString(thread.resolve("comm")).matches("(?s)(jfs-|C1 |C2 ).*")) {
            others.add(thread.getFileName().toString());
          }
        } catch (IOException e) {
          // It has ended meanwhile.
        }
      }
    }
    assertTrue(!others.isEmpty(), "no threads of JFS's");
    return others;
  }
}
