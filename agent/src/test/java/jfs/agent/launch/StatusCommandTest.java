package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jfs.core.stats.StatusService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with processes that a test cannot have. */
class StatusCommandTest {

  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  /** In place of {@code /proc}. */
  @TempDir Path proc;

  private void process(long pid, long user) throws IOException {
    Path folder = Files.createDirectory(proc.resolve(Long.toString(pid)));
    // Real, effective, saved, and for the filesystem.
    Files.writeString(folder.resolve("status"), "Name:\tx\nUid:\t7\t" + user + "\t7\t7\n");
    Files.writeString(folder.resolve("maps"), "7f00-7f01 r-xp 0 0:0 1 /jdk/lib/server/libjvm.so\n");
    Files.writeString(folder.resolve("cmdline"), "java\0-Djfs.shm_dir=" + proc + "/none\0Main\0");
    Files.createFile(folder.resolve("environ"));
    Files.createDirectory(folder.resolve("fd"));
    Files.createSymbolicLink(folder.resolve("cwd"), proc);
  }

  /** A jar with JFS, which the JVM has open. */
  private void openJar() throws IOException {
    Path jar = proc.resolve("renamed.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("jfs/core/JfsSocketImpl.class"));
    }
    Files.createSymbolicLink(proc.resolve("1/fd/3"), proc.resolve("gone.jar"));
    Files.createSymbolicLink(proc.resolve("1/fd/4"), jar);
  }

  private String failure(String pid) {
    StatusCommand command = new StatusCommand(proc, NOWHERE, NOWHERE);
    return assertThrows(CommandException.class, () -> command.run(pid)).getMessage();
  }

  @Test
  void jvmOfAnotherUserIsHisOwnAffair() throws Exception {
    process(ProcessHandle.current().pid(), 1000);
    process(1, 1001);
    assertEquals("process 1 is of another user (1001), who has to ask himself", failure("1"));
  }

  @Test
  void aUsersNumberMayHave32Bits() throws Exception {
    process(ProcessHandle.current().pid(), 3_000_000_000L);
    process(1, 4_000_000_000L);
    process(2, 3_000_000_000L);
    assertEquals("process 1 is of another user (4000000000), who has to ask himself", failure("1"));
    assertEquals("JVM 2 runs without JFS", failure("2"));
    StatusEndpoints endpoints = new StatusEndpoints(proc, StatusService.installed());
    Jvm jvm = new Jvm(proc, 2);
    assertEquals(
        proc.resolve("none/jfs-3000000000"), endpoints.folder(2, jvm, jvm.command().options()));
  }

  /** A user other than root does not ask such a JVM at all. */
  @Test
  void rootMayAskForOthers() throws Exception {
    process(ProcessHandle.current().pid(), 0);
    process(1, 1001);
    assertEquals("JVM 1 runs without JFS", failure("1"));
  }

  @Test
  void effectiveUserDecides() throws Exception {
    process(ProcessHandle.current().pid(), 1000);
    process(1, 1000);
    assertEquals("JVM 1 runs without JFS", failure("1"));
  }

  @Test
  void jarInUseTellsThatThereIsJfs() throws Exception {
    process(ProcessHandle.current().pid(), 1000);
    process(1, 1000);
    openJar();
    String failure = failure("1");
    assertTrue(failure.startsWith("JVM 1 cannot be asked: " + proc), failure);
  }

  @Test
  void theArgumentsOfAnotherAgentAreNotOfJfs() throws Exception {
    process(ProcessHandle.current().pid(), 1000);
    process(1, 1000);
    openJar();
    String flags = "java\0-Djfs.shm_dir=" + proc + "/none\0-javaagent:AGENT=enabled=false\0Main\0";
    Path other = proc.resolve("other.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(other))) {
      out.putNextEntry(new ZipEntry("org/other/Agent.class"));
    }
    Path line = proc.resolve("1/cmdline");
    Files.createSymbolicLink(proc.resolve("1/root"), Path.of("/"));
    Files.writeString(line, flags.replace("AGENT", "other.jar"));
    String failure = failure("1");
    assertTrue(failure.startsWith("JVM 1 cannot be asked: " + proc), failure);
    Files.writeString(line, flags.replace("AGENT", "renamed.jar"));
    failure = failure("1");
    assertTrue(failure.contains("enabled=false switches off"), failure);
  }

  @Test
  void whatCannotBeWatchedIsSaid() {
    for (String wrong :
        List.of("--watch=", "--watch=0", "--watch==5", "--watch=x=5", "--watches")) {
      assertThrows(
          UsageException.class, () -> new StatusCommand(proc, NOWHERE, NOWHERE).run(wrong));
    }
    for (String other : List.of("--json", "--metrics")) {
      StatusCommand command = new StatusCommand(proc, NOWHERE, NOWHERE);
      assertThrows(UsageException.class, () -> command.run("--watch", other));
    }
    StatusCommand both = new StatusCommand(proc, NOWHERE, NOWHERE);
    assertThrows(UsageException.class, () -> both.run("--json", "--metrics"));
  }

  /** There is no JVM to be asked, which is told on the other stream, of the same terminal. */
  @Test
  void whatIsToldStaysOnATerminal() throws Exception {
    process(ProcessHandle.current().pid(), 1000);
    Files.createSymbolicLink(
        proc.resolve("self"), proc.resolve("" + ProcessHandle.current().pid()));
    Files.createSymbolicLink(proc.resolve("self/fd/1"), Path.of("/dev/pts/0"));
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(new Terminal(screen), false, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(screen, true, StandardCharsets.UTF_8);
    assertEquals(0, new StatusCommand(proc, noJvms(""), out, err).run("--watch"));
    String shown = screen.toString(StandardCharsets.UTF_8);
    assertEquals(
        "\033[2J\033[Hjfs: no JVM that you may ask has made a connection with JFS", shown.strip());
  }

  /** A folder that cannot be used has no JVMs in it, and that is no answer. */
  @Test
  void anUnusableFolderIsSaid() throws Exception {
    process(ProcessHandle.current().pid(), 1000);
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(told, true, StandardCharsets.UTF_8);
    StatusService service = noJvms("/data/jfs-1000, unusable: there is no folder /data");
    assertEquals(1, new StatusCommand(proc, service, NOWHERE, err).run());
    assertEquals(
        "jfs: error: no JVM can be found: /data/jfs-1000, unusable: there is no folder /data\n",
        told.toString(StandardCharsets.UTF_8));
  }

  private static StatusService noJvms(String trouble) {
    StatusService real = StatusService.installed();
    return (StatusService)
        Proxy.newProxyInstance(
            StatusCommandTest.class.getClassLoader(),
            new Class<?>[] {StatusService.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "present" -> List.of();
                  case "trouble" -> trouble;
                  default -> method.invoke(real, arguments);
                });
  }

  /** Takes one screenful; then it is closed. */
  private static final class Terminal extends FilterOutputStream {
    private int times;

    Terminal(OutputStream screen) {
      super(screen);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (times++ > 0) {
        throw new IOException("closed");
      }
      out.write(bytes, offset, length);
    }
  }
}
