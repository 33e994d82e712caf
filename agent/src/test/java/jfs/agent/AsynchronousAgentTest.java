package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.ModelledOperations;
import jfs.agent.programs.ResetAsItLeaves;
import jfs.agent.programs.peers.AsynchronousClient;
import jfs.agent.programs.peers.AsynchronousEcho;
import jfs.agent.programs.peers.ChannelClient;
import jfs.agent.programs.peers.EchoClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Asynchronous channels leave TCP as sockets do, and carry every byte. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class AsynchronousAgentTest {

  /** One byte, a usual message, more than a segment, and more than TCP and a ring hold. */
  private static final int[] SIZES = {1, 200, 70_000, 9_000_000};

  private static final int MUCH = 9_000_000;

  /** Less than {@link EchoClient} sends over three connections. */
  private static final int ECHOED = 1_000_000;

  private static final String EAGER = "channels=on,shm=eager";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1, any", "3, any", "1, off"})
  void asynchronousChannelsLeaveTcp(int threads, String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvm(meeting, "server", AsynchronousEcho.class, threads).withLibrary(library).start()) {
      String port = server.readLine();
      try (RunningJvm client =
          jvm(meeting, "client", AsynchronousClient.class, port).withLibrary(library).start()) {
        leavesTcp(meeting, client, port);
        end(client, server, 1);
      }
    }
  }

  @Test
  void channelsOfSelectorsPairWithThem() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", AsynchronousEcho.class, 1).start()) {
      String port = server.readLine();
      try (RunningJvm client =
          jvm(meeting, "client", ChannelClient.class, port, "selector").start()) {
        leavesTcp(meeting, client, port);
        end(client, server, 1);
      }
    }
  }

  @Test
  void socketsPairWithThem() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", AsynchronousEcho.class, 2).start()) {
      String port = server.readLine();
      try (RunningJvm client = jvm(meeting, "client", EchoClient.class, port).start()) {
        client.send("3");
        client.expect("exact");
        SwitchedConnections.await("shm", meeting, 6, () -> echo(client));
        TcpBytes.awaitNone(port, ECHOED, () -> echo(client));
        end(client, server, 3);
      }
    }
  }

  /** The kernel tells of a reset once; JFS must not take what comes next for the stream's end. */
  @Test
  void resetIsToldThoughJfsTakesOverTheReadThatMetIt() throws Exception {
    Exit exit =
        ChildJvm.of(ResetAsItLeaves.class)
            .with("--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED")
            .withAgent("channels=on")
            .run();
    assertEquals("Connection reset\n", exit.assertOk().assertQuiet().out());
  }

  @Test
  void peerWithoutTheAgentNoticesNothing() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", AsynchronousEcho.class, 1).start();
        RunningJvm client =
            ChildJvm.of(AsynchronousClient.class, server.readLine()).with(meeting.flag()).start()) {
      for (int size : SIZES) {
        exchange(client, size);
      }
      client.waitForExit().assertOk();
      server.waitForExit().assertOk();
      ParsedSummary summary = ParsedSummary.in(folder.resolve("server"));
      assertEquals(0, summary.onShm());
      assertEquals(sum(), summary.received());
      assertEquals(sum(), summary.sent());
    }
  }

  /** What RDMA does in a race, or without memory. */
  @Test
  void operationsKeepUpWithWhatATransportDoesSeldom() throws Exception {
    Exit exit = ChildJvm.of(ModelledOperations.class).withAgent("channels=on").run();
    assertEquals(
        """
        told: 1
        news: 1
        no memory: 1
        room: 1
        nothing, and then: 1
        looks: 5
        """,
        exit.out(),
        exit::toString);
    exit.assertOk().assertQuiet();
  }

  private static long sum() {
    long sum = 0;
    for (int size : SIZES) {
      sum += size;
    }
    return sum;
  }

  private static void exchange(RunningJvm client, int size) throws IOException {
    client.send(Integer.toString(size));
    client.expect("exact");
  }

  private static void echo(RunningJvm client) throws IOException {
    client.send("0");
    client.expect("exact");
  }

  private static void leavesTcp(RendezvousFolder meeting, RunningJvm client, String port)
      throws Exception {
    SwitchedConnections.await("shm", meeting, 2, () -> exchange(client, 1));
    for (int size : SIZES) {
      exchange(client, size);
    }
    TcpBytes.awaitNone(port, MUCH, () -> exchange(client, MUCH));
  }

  private void end(RunningJvm client, RunningJvm server, int connections) throws Exception {
    client.waitForExit().assertOk();
    server.waitForExit().assertOk();
    for (String name : new String[] {"client", "server"}) {
      ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
      assertEquals(connections, summary.onShm(), summary::toString);
    }
  }

  private ChildJvm jvm(RendezvousFolder meeting, String name, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .withAgent(EAGER + ",summary=" + folder.resolve(name))
        .with(meeting.flag());
  }
}
