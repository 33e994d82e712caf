package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import jfs.agent.programs.peers.BriefClient;
import jfs.agent.programs.peers.CountedInstances;
import jfs.agent.programs.peers.EchoServer;
import jfs.agent.programs.peers.Forgetful;
import jfs.agent.programs.peers.Listening;
import jfs.agent.programs.peers.OwnSelectorProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sockets that are the JDK's, with a count, until their connections are worth a transport. */
class DeferredSocketAgentTest {

  /** What a JVM needs none of as long as its connections are not worth a transport. */
  private static final List<String> LATER =
      List.of("jfs.core.switchover.", "jfs.core.LateSocket", "jfs.core.transport.", "jfs.shm.");

  private static final Pattern LOADED = Pattern.compile("\\[(\\d+)ms] (\\S+)");

  @TempDir Path folder;

  /** Well below the second after which others can find the JVM. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shortConnectionsLoadNothing(boolean sets) throws Exception {
    Path log = folder.resolve("classes");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", EchoServer.class).start();
        RunningJvm client =
            ChildJvm.of(BriefClient.class, server.readLine(), 20, 2)
                .with("-Xlog:class+load:file=" + log + ":uptimemillis", "-Dbrief.sets=" + sets)
                .withAgent()
                .start()) {
      client.readLine();
      client.waitForExit().assertOk().assertQuiet();
      List<String> loaded = loaded(log, 900);
      assertTrue(loaded.isEmpty(), loaded::toString);
    }
  }

  /** With a thread that reads at each end from the start. */
  @Test
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void aDirectionThatNothingComesFromLeavesTcpToo() throws Exception {
    long bytes;
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", Listening.class, "server").start()) {
      String port = server.readLine();
      try (RunningJvm client = jvm(meeting, "client", Listening.class, "client", port).start()) {
        SwitchedConnections.await("shm", meeting, 2, () -> {});
        TcpBytes before = TcpBytes.of(port);
        client.send("enough");
        long most = Long.parseLong(client.readLine());
        bytes = Long.parseLong(client.readLine());
        assertEquals(bytes, Long.parseLong(server.readLine()));
        // The server has sent nothing before: TCP carries what it sends until its own switch.
        TcpBytes.of(port).since(before).assertHardlyAnyOf(bytes - most, bytes);
        client.waitForExit().assertOk().assertQuiet();
        server.waitForExit().assertOk().assertQuiet();
      }
    }
    for (String name : List.of("client", "server")) {
      ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
      summary.assertBytes(bytes, bytes);
      assertEquals(1, summary.onShm(), summary::toString);
    }
  }

  /** Of a JVM that has pairs already, and that so asks for each connection whether to pair. */
  @Test
  void usuallyShortConnectionsAskLate() throws Exception {
    List<Long> made = partsMade(100, 1, 300, 2);
    assertTrue(made.get(0) < 60, made::toString); // it learns that they are short
    assertEquals(0, made.get(1), made::toString);
  }

  @Test
  void usuallyLongConnectionsAskAfterTheirFirstAnswer() throws Exception {
    assertEquals(List.of(10L, 50L, 10L), partsMade(10, 2, 50, 50, 10, 2));
    List<Long> made = partsMade(100, 2, 50, 50, 10, 2);
    assertTrue(made.get(0) < 60, made::toString);
    assertEquals(List.of(50L, 10L), made.subList(1, 3));
  }

  /** How many parts of JFS a client makes in so many connections of so many round trips each. */
  private List<Long> partsMade(int... connectionsAndRounds) throws Exception {
    List<Long> made = new ArrayList<>();
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", EchoServer.class).start()) {
      List<Object> arguments = new ArrayList<>();
      arguments.add(server.readLine());
      arguments.add("jfs.core.LateSocket");
      IntStream.of(connectionsAndRounds).forEach(arguments::add);
      try (RunningJvm client =
          jvm(meeting, "client", CountedInstances.class, arguments.toArray())
              // Nothing is collected.
              .with("-XX:+UseSerialGC", "-Xms512m", "-Xmn400m", "-XX:MetaspaceSize=256m")
              .start()) {
        for (int i = 0; i < connectionsAndRounds.length; i += 2) {
          made.add(Long.parseLong(client.readLine()));
        }
        client.waitForExit().assertOk().assertQuiet();
      }
    }
    return made;
  }

  @Test
  void theSummaryHasAllConnections() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", EchoServer.class).start();
        RunningJvm client =
            jvm(meeting, "client", BriefClient.class, server.readLine(), 20, 2).start()) {
      client.readLine();
      client.waitForExit().assertOk().assertQuiet();
    }
    ParsedSummary summary = ParsedSummary.in(folder.resolve("client"));
    summary.assertConnections(20, 0);
    summary.assertBytes(20 * 2 * BriefClient.BYTES, 20 * 2 * BriefClient.BYTES);
    assertEquals(Map.of("unpaired", 20L), summary.reasons());
  }

  /** The garbage collector may clear what refers to a socket before the summary looks there. */
  @Test
  void theSummaryHasForgottenConnections() throws Exception {
    int connections = 1500;
    try (RendezvousFolder meeting = new RendezvousFolder()) {
      jvm(meeting, "both", Forgetful.class, connections)
          .with("-XX:+UseSerialGC", "-Xms512m", "-Xmn400m") // nothing is collected before
          .run()
          .assertOk()
          .assertQuiet();
    }
    ParsedSummary summary = ParsedSummary.in(folder.resolve("both"));
    summary.assertConnections(connections, connections);
    summary.assertBytes(connections, connections);
  }

  /** JFS's threads have selectors and channels, too: the JDK's. */
  @Test
  void theProgramsSelectorProviderIsNotUsed() throws Exception {
    String provider =
        "-Djava.nio.channels.spi.SelectorProvider=" + OwnSelectorProvider.class.getName();
    try (RendezvousFolder meeting = new RendezvousFolder();
        EchoPair pair = EchoPair.of(jvm -> jvm.with(meeting.flag(), provider))) {
      pair.talk(1).untilShared(meeting, 1);
      assertEquals("", pair.client.errSoFar() + pair.server.errSoFar());
      pair.end();
    }
  }

  /** It lets others find the JVM, and makes JFS ready; with no transport there is no more to do. */
  @ParameterizedTest
  @ValueSource(strings = {"on", "off"})
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void theThreadThatStartsEnds(String mode) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", EchoServer.class).start();
        RunningJvm client =
            ChildJvm.of(BriefClient.class, server.readLine(), 100, 20, "jfs-start")
                .with(meeting.flag())
                .withAgent("shm=" + mode)
                .start()) {
      client.readLine();
      String lives;
      do {
        client.send("?"); // and the end of that line
        lives = client.readLine();
        client.readLine();
      } while (Boolean.parseBoolean(lives));
      client.waitForExit().assertOk().assertQuiet();
    }
  }

  /** Those of {@link #LATER} that were loaded within so many milliseconds after the program. */
  private static List<String> loaded(Path log, long millis) throws IOException {
    List<String> early = new ArrayList<>();
    long start = Long.MAX_VALUE;
    for (String line : Files.readAllLines(log)) {
      Matcher loaded = LOADED.matcher(line);
      assertTrue(loaded.lookingAt(), line);
      long time = Long.parseLong(loaded.group(1));
      if (loaded.group(2).equals(BriefClient.class.getName())) {
        start = time;
      }
      boolean isEarly = start == Long.MAX_VALUE || time - start < millis;
      if (isEarly && LATER.stream().anyMatch(loaded.group(2)::startsWith)) {
        early.add(line);
      }
    }
    assertTrue(start < Long.MAX_VALUE, "the program was not loaded");
    return early;
  }

  private ChildJvm jvm(RendezvousFolder meeting, String name, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag())
        .withAgent("summary=" + folder.resolve(name));
  }
}
