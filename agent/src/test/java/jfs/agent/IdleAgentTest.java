package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.peers.EchoServer;
import jfs.agent.programs.peers.IdleClient;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many connections that carry nothing. */
class IdleAgentTest {

  private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(2);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void blockedReadersCostNothing(String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, library, "server", EchoServer.class).start();
        RunningJvm client = client(meeting, library, server.readLine(), 100, "platform").start()) {
      rest(meeting, client, 100);
      client.expect("others run");
      Load.awaitCalm(client.pid(), 0.1); // their compilers have been busy
      Load.awaitCalm(server.pid(), 0.1);
      // One that spins does so each time; a compiler that had no processor before does not.
      double least = Double.MAX_VALUE;
      for (int i = 0; i < 3 && least >= 0.2; i++) {
        double load = Load.of(client.pid(), SPAN_NANOS) + Load.of(server.pid(), SPAN_NANOS);
        least = Math.min(least, load);
      }
      assertTrue(least < 0.2, "load " + least);
      end(client, server);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void blockedVirtualThreadsHoldNoCarrier(String library) throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "no virtual threads");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvm(meeting, library, "server", EchoServer.class).with("-Xss256k").start();
        RunningJvm client =
            client(meeting, library, server.readLine(), 1000, "virtual")
                .with("-Djdk.virtualThreadScheduler.parallelism=1")
                .with("-Djdk.virtualThreadScheduler.maxPoolSize=1")
                .start()) {
      rest(meeting, client, 1000);
      client.expect("others run");
      end(client, server);
    }
  }

  private ChildJvm client(
      RendezvousFolder meeting, String library, String port, int connections, String threads) {
    return jvm(meeting, library, "client", IdleClient.class, port, connections, threads, "talks");
  }

  /** Has it talk until most connections have left TCP, and then be idle. */
  private static void rest(RendezvousFolder meeting, RunningJvm client, int connections)
      throws Exception {
    SwitchedConnections.awaitSome("shm", meeting, client.pid(), connections / 2 + 1);
    client.send("rest");
    client.expect("idle");
  }

  private ChildJvm jvm(
      RendezvousFolder meeting, String library, String name, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag())
        .withLibrary(library)
        .withTime(30)
        .withAgent("shm=eager,summary=" + folder.resolve(name));
  }

  private void end(RunningJvm client, RunningJvm server) throws Exception {
    client.send("go on");
    client.expect("exact");
    client.waitForExit().assertOk().assertQuiet();
    server.waitForExit().assertOk().assertQuiet();
    ParsedSummary summary = ParsedSummary.in(folder.resolve("client"));
    assertTrue(summary.onShm() > summary.opened() / 2, summary::toString);
  }
}
