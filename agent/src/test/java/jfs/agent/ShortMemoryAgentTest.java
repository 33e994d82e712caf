package jfs.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.agent.programs.peers.WritesFirst;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared memory is short, or becomes so: a connection still takes what the kernel's would. */
class ShortMemoryAgentTest {

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(60);

  /** More than a small ring holds, and less than TCP does. */
  private static final String MUCH = "200000";

  @TempDir Path folder;

  private Path mounted;
  private String mount;

  private void willBeMounted(String size) throws Exception {
    HostCommands.require("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt");
    mounted = Files.createDirectory(folder.resolve("small"));
    mount = "mount -t tmpfs -o size=" + size + ",mode=700 none " + mounted;
  }

  private RunningJvm server(String library, int connections) throws IOException {
    return jvm(library, "server", connections).withShell(HostCommands.inNew("-m", mount)).start();
  }

  private RunningJvm client(String library, int connections, RunningJvm server) throws IOException {
    return jvm(library, "client", connections, server.readLine())
        .withShell(HostCommands.inThoseOf(server.pid(), "-m"))
        .start();
  }

  private ChildJvm jvm(String library, String name, Object... arguments) {
    return ChildJvm.of(WritesFirst.class, arguments)
        .with("-Djfs.shm_dir=" + mounted)
        .withLibrary(library)
        .withAgent("shm=eager,summary=" + folder.resolve(name));
  }

  private static void both(RunningJvm server, RunningJvm client, String bytes) throws IOException {
    server.send(bytes);
    client.send(bytes);
    server.expect("exact");
    client.expect("exact");
  }

  /** Sends bytes until a connection has left TCP in both directions. */
  private void warmUp(RunningJvm server, RunningJvm client) throws Exception {
    server.expect("connected");
    client.expect("connected");
    ChildJvm status =
        ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "status", client.pid())
            .with("-Djfs.shm_dir=" + mounted)
            .withShell(HostCommands.inThoseOf(client.pid(), "-m"));
    String said = "";
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!said.contains("shm") && System.nanoTime() < deadline) {
      both(server, client, "100");
      said = status.run().out();
    }
    assertTrue(said.contains("shm"), said);
    both(server, client, "100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void bothEndsWriteFirstAfterAnotherProgramFilledTheTmpfs(String library) throws Exception {
    willBeMounted("2m");
    try (RunningJvm server = server(library, 1);
        RunningJvm client = client(library, 1, server)) {
      warmUp(server, client);
      fill(server.pid());
      both(server, client, MUCH);
      both(server, client, "1");
      client.waitForExit().assertOk();
      server.waitForExit().assertOk();
    }
    ParsedSummary summary = ParsedSummary.in(folder.resolve("client"));
    assertEquals(1, summary.onShm(), summary::toString);
  }

  private void fill(String pid) throws Exception {
    String command = "cat /dev/zero > " + mounted.resolve("filler");
    Process filler =
        new ProcessBuilder("nsenter", "-t", pid, "-m", "sh", "-c", command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertNotEquals(0, filler.waitFor(), "the tmpfs holds all of /dev/zero");
  }

  @Test
  void manyThatWriteFirstOnASmallTmpfsLeaveRoomAndSayWhatToDo() throws Exception {
    willBeMounted("4m");
    try (RunningJvm server = server("off", 40);
        RunningJvm client = client("off", 40, server)) {
      warmUp(server, client);
      both(server, client, MUCH);
      String[] stat = {"nsenter", "-t", server.pid(), "-m", "stat", "-f", "-c", "%a", "" + mounted};
      Process free = new ProcessBuilder(stat).start();
      long blocks =
          Long.parseLong(new String(free.getInputStream().readAllBytes(), US_ASCII).strip());
      assertTrue(blocks * 4096 >= 1 << 20, blocks + " pages are left to other programs");
      both(server, client, MUCH);
      String said = client.waitForExit().assertOk().assertSaid(1).get(0);
      assertTrue(said.contains(mounted + "/jfs-") && said.contains("of 4 MiB"), said);
      assertTrue(said.contains("no-memory"), said);
      server.waitForExit().assertOk().assertSaid(1);
    }
  }
}
