package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.LateSignals;
import jfs.agent.programs.peers.ChannelClient;
import jfs.agent.programs.peers.SelectorEcho;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What wakes the thread of a selector whose channel has left TCP. Each exchange here begins when
 * this test says so: the threads of both selectors have gone to sleep long before.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class SelectorWakeAgentTest {

  private static final int EXCHANGES = 50;
  private static final int FEW = 5;

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(30);

  @TempDir Path folder;

  @Test
  void anEventFdWakesIt() throws Exception {
    bytesOnTcp("any", FEW, false);
  }

  /** The JVM looks a native method up at its first call, which takes heap: there may be none. */
  @Test
  void noThreadOfTheProgramIsTheFirstToSignal() throws Exception {
    Path log = folder.resolve("natives");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvm(meeting, SelectorEcho.class)
                .with("-Xlog:jni+resolve=debug:file=" + log + ":tid")
                .start();
        RunningJvm client =
            jvm(meeting, ChannelClient.class, server.readLine(), "selector").start()) {
      SwitchedConnections.await("shm", meeting, 2, () -> exchange(client));
      List<String> lines = Files.readAllLines(log);
      String line =
          lines.stream()
              .filter(one -> one.contains("Natives.eventfdSignal"))
              .findFirst()
              .orElse("[none]");
      String thread = line.substring(1, line.indexOf(']')).strip();
      Path name = Path.of("/proc", server.pid(), "task", thread, "comm");
      // JDK 25 says nothing of such methods.
      if (lines.stream().anyMatch(one -> one.contains("jfs.natives"))) {
        assertTrue(Files.readString(name).startsWith("jfs-"), line);
      }
      client.waitForExit().assertOk();
      server.waitForExit().assertOk();
    }
  }

  @Test
  void withoutTheNativeLibraryADoorbellDoes() throws Exception {
    bytesOnTcp("off", EXCHANGES - FEW, true);
  }

  /**
   * A program takes a selection that ends too early for the end of its time. And a channel that is
   * idle must not have the thread look at it each time.
   */
  @Test
  void aSignalForNothingEndsNoSelection() throws Exception {
    Exit exit =
        ChildJvm.of(LateSignals.class)
            .with("--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED")
            .withAgent("channels=on")
            .run();
    assertEquals("asks: 33\nleft: true\nasked for: true\nlate: true\n", exit.out(), exit::toString);
    exit.assertOk().assertQuiet();
  }

  /** Waits until so many bytes, or more, or at most so many, wake the server in some exchanges. */
  private static void bytesOnTcp(String library, int limit, boolean orMore) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, SelectorEcho.class).withLibrary(library).start()) {
      String port = server.readLine();
      try (RunningJvm client =
          jvm(meeting, ChannelClient.class, port, "selector").withLibrary(library).start()) {
        SwitchedConnections.await("shm", meeting, 2, () -> exchange(client));
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        long bytes = during(port, client);
        while (orMore ? bytes < limit : bytes > limit) {
          assertTrue(System.nanoTime() < deadline, bytes + " bytes on TCP");
          bytes = during(port, client);
        }
        client.waitForExit().assertOk();
        server.waitForExit().assertOk();
      }
    }
  }

  private static long during(String port, RunningJvm client) throws Exception {
    long before = TcpBytes.of(port).toServer();
    for (int i = 0; i < EXCHANGES; i++) {
      exchange(client);
    }
    return TcpBytes.of(port).toServer() - before;
  }

  private static void exchange(RunningJvm client) throws IOException {
    client.send("1");
    client.expect("exact");
  }

  private static ChildJvm jvm(RendezvousFolder meeting, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments).withAgent("channels=on,shm=eager").with(meeting.flag());
  }
}
