package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.LateRegistration;
import jfs.agent.programs.ModelledEnds;
import jfs.agent.programs.ModelledThreads;
import jfs.agent.programs.OvertakenConnect;
import jfs.agent.programs.peers.ChannelClient;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import jfs.agent.programs.peers.SelectorEcho;
import jfs.agent.programs.peers.SpinsOfSelector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Channels and selectors of the JDK leave TCP as sockets do, and carry every byte. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class ChannelAgentTest {

  /** One byte, a usual message, more than a segment, and more than TCP and a ring hold. */
  private static final int[] SIZES = {1, 200, 70_000, 9_000_000};

  private static final int MUCH = 9_000_000;

  /** Less than {@link EchoClient} sends over three connections. */
  private static final int ECHOED = 1_000_000;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "selector, any",
    "selector, off",
    "blocking, any",
    "blocking, off",
  })
  void channelsLeaveTcp(String mode, String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvm(meeting, "server", SelectorEcho.class).withLibrary(library).start()) {
      String port = server.readLine();
      try (RunningJvm client =
          jvm(meeting, "client", ChannelClient.class, port, mode).withLibrary(library).start()) {
        SwitchedConnections.await("shm", meeting, 2, () -> exchange(client, 1));
        for (int size : SIZES) {
          exchange(client, size);
        }
        TcpBytes.awaitNone(port, MUCH, () -> exchange(client, MUCH));
        end(client, server, 1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void socketsAndChannelsPair(boolean channelServes) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvm(meeting, "server", channelServes ? SelectorEcho.class : EchoServer.class).start()) {
      String port = server.readLine();
      try (RunningJvm client =
          channelServes
              ? jvm(meeting, "client", EchoClient.class, port).start()
              : jvm(meeting, "client", ChannelClient.class, port, "selector").start()) {
        if (channelServes) {
          client.send("3");
          client.expect("exact");
          SwitchedConnections.await("shm", meeting, 6, () -> echo(client));
          TcpBytes.awaitNone(port, ECHOED, () -> echo(client));
        } else {
          SwitchedConnections.await("shm", meeting, 2, () -> exchange(client, 1));
          TcpBytes.awaitNone(port, 1_000_000, () -> exchange(client, 1_000_000));
        }
        end(client, server, channelServes ? 3 : 1);
      }
    }
  }

  /**
   * A JVM has a link to itself, too, but no thread of it waits for one that it keeps from running;
   * or no more, once a connection to itself is closed.
   */
  @Test
  void selectorsSpinWhereEachJvmHasAProcessorOfItsOwn() throws Exception {
    HostCommands.require("taskset", "--version");
    List<String> processors = HostCommands.processors();
    assumeTrue(processors.size() > 1);
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvm(meeting, "server", SelectorEcho.class)
                .withShell(HostCommands.on(processors.get(0)))
                .start()) {
      Exit exit =
          jvm(meeting, "client", SpinsOfSelector.class, server.readLine())
              .withShell(HostCommands.on(processors.get(1)))
              .run();
      assertEquals("spins: true\n", exit.out(), exit::toString);
    }
  }

  /** Another provider of the JDK has other selectors, which could not wait for channels of JFS. */
  @Test
  void channelsOfAnotherProviderAreLeftAlone() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", SelectorEcho.class).start();
        RunningJvm client =
            jvm(meeting, "client", ChannelClient.class, server.readLine(), "selector")
                .with("-Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.PollSelectorProvider")
                .start()) {
      for (int size : SIZES) {
        exchange(client, size);
      }
      client.waitForExit().assertOk();
      server.waitForExit().assertOk();
      assertEquals(0, ParsedSummary.in(folder.resolve("server")).onShm());
    }
  }

  /** What RDMA does in a race, or without memory, or behind a firewall. */
  @Test
  void selectorKeepsUpWithWhatATransportDoesSeldom() throws Exception {
    Exit exit = ChildJvm.of(ModelledEnds.class).withAgent("channels=on").run();
    assertEquals(
        """
        news: 1
        no memory: once
        then: 1
        reset: 0
        idle: 50
        then: 1
        disarmed: 1
        Connection reset: 1
        looks: 0
        """,
        exit.out(),
        exit::toString);
    exit.assertOk().assertQuiet();
  }

  /** A moment that no other test can choose. */
  @Test
  void threadsThatMeetInAChannel() throws Exception {
    Exit exit = ChildJvm.of(ModelledThreads.class).withAgent("channels=on").run();
    assertEquals(
        """
        doorbell: ClosedByInterruptException, interrupted true
        behind: ClosedByInterruptException, interrupted true
        another's: open true
        armed: true
        key: 1
        """,
        exit.out(),
        exit::toString);
    exit.assertOk().assertQuiet();
  }

  /** It must not pass for one of the keys that are ready, as if there were nothing to ask. */
  @Test
  void aKeyThatIsListedLateKeepsNobodyFromBeingAccepted() throws Exception {
    Exit exit =
        ChildJvm.of(LateRegistration.class)
            .with("--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED")
            .withAgent("channels=on")
            .run();
    assertEquals("accept: true\n", exit.out(), exit::toString);
    exit.assertOk().assertQuiet();
  }

  /** Else the connection counts for good, or a descriptor is closed that is another's by then. */
  @Test
  void aCloseThatOvertakesAConnectEndsItOnce() throws Exception {
    Exit exit = ChildJvm.of(OvertakenConnect.class).withAgent("channels=on").run();
    assertEquals("overtaken: [closed]\nnext: true\n", exit.out(), exit::toString);
    exit.assertOk().assertQuiet();
  }

  private static void exchange(RunningJvm client, int size) throws IOException {
    client.send(Integer.toString(size));
    client.expect("exact");
  }

  private static void echo(RunningJvm client) throws IOException {
    client.send("0");
    client.expect("exact");
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
        .withAgent("channels=on,shm=eager,summary=" + folder.resolve(name))
        .with(meeting.flag());
  }
}
