package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.JvmStatus;
import jfs.core.stats.StatusService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that says what a terminal would obey. */
class HostileJvmTest {

  private static final String CLEAR = "\033[2J";

  /** In place of {@code /proc}. */
  @TempDir Path proc;

  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(screen, true, StandardCharsets.UTF_8);

  @BeforeEach
  void makeProcesses() throws IOException {
    process(ProcessHandle.current().pid());
    process(1);
  }

  private void process(long pid) throws IOException {
    Path folder = Files.createDirectory(proc.resolve(Long.toString(pid)));
    Files.writeString(folder.resolve("status"), "Name:\tx\nUid:\t7\t1000\t7\t7\n");
    Files.writeString(folder.resolve("maps"), "7f00-7f01 r-xp 0 0:0 1 /jdk/lib/server/libjvm.so\n");
    String folderOption = "-Djfs.shm_dir=" + proc + "/none" + CLEAR;
    Files.writeString(folder.resolve("cmdline"), "java\0" + folderOption + "\0Main\0");
    Files.createFile(folder.resolve("environ"));
    Files.createDirectory(folder.resolve("fd"));
    Files.createSymbolicLink(folder.resolve("cwd"), proc);
  }

  /** The real service, but for the JVM that is there, and what it answers. */
  private static StatusService service(InvocationHandler answer) {
    StatusService real = StatusService.installed();
    return proxy(
        StatusService.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "present" -> List.of("1-a");
              case "ask" -> proxy(JvmStatus.class, answer);
              default -> method.invoke(real, arguments);
            });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            HostileJvmTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object connections(String method) {
    ConnectionReport hostile =
        new ConnectionReport(
            0, 0, "opened", CLEAR, CLEAR, "tcp" + CLEAR, 1, 1, "open" + CLEAR, CLEAR);
    return method.equals("connections") ? List.of(hostile) : null;
  }

  private void assertNothingIsObeyed() {
    String shown = screen.toString(StandardCharsets.UTF_8);
    assertTrue(shown.contains("tcp?[2J"), shown);
    assertFalse(shown.contains(CLEAR), shown);
  }

  @Test
  void topPrintsNothingThatATerminalObeys() throws Exception {
    StatusService service = service((proxy, method, arguments) -> connections(method.getName()));
    new TopCommand(proc, service, out).run("--times=1", "1");
    assertNothingIsObeyed();
  }

  @Test
  void statusPrintsNothingThatATerminalObeys() throws Exception {
    StatusService service = service((proxy, method, arguments) -> connections(method.getName()));
    new StatusCommand(proc, service, out, out).run("1");
    assertNothingIsObeyed();
  }

  @Test
  void whyItCannotBeAskedIsNothingThatATerminalObeys() throws Exception {
    Path jar = proc.resolve("agent.jar");
    try (ZipOutputStream entries = new ZipOutputStream(Files.newOutputStream(jar))) {
      entries.putNextEntry(new ZipEntry("jfs/core/JfsSocketImpl.class"));
    }
    Files.createSymbolicLink(proc.resolve("1/fd/3"), jar);
    StatusCommand command = new StatusCommand(proc, out, out);
    String why = assertThrows(CommandException.class, () -> command.run("1")).getMessage();
    assertTrue(why.contains(proc + "/none?[2J"), why);
    assertFalse(why.contains(CLEAR), why);
  }
}
