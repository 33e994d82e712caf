package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jfs.agent.programs.peers.Listening;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The classes of a JVM's first pair come from one entry of the jar. If a class is missing there,
 * add it to {@code agent/src/bundle/first-pair-classes.txt}, or the JVM searches for it.
 */
class FirstPairClassesAgentTest {

  private static final String BUNDLE = "META-INF/jfs/first-pair.classes";
  private static final String BEGIN = "jfs.agent.socket.Readiness";

  /** How many classes of the bundle are loaded first, with those that they extend. */
  private static final int EXAMPLES = 10;

  /** Some are loaded in rare cases alone, or of one Java alone. */
  private static final int MOST_OTHERS = 3;

  @TempDir Path folder;

  @Test
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void areDefinedAtOnce() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server").start();
        RunningJvm client = jvm(meeting, "client", server.readLine()).start()) {
      SwitchedConnections.await("shm", meeting, 2, () -> {});
      client.send("enough");
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
    }
    List<String> bundled = bundled();
    for (String name : List.of("server", "client")) {
      List<String> loaded = loaded(name).map(line -> line.substring(0, line.indexOf(' '))).toList();
      int begin = loaded.indexOf(BEGIN) + 1;
      List<String> since = loaded.subList(begin, loaded.size());
      // In the order of the bundle, not in which they are used; but for the first, which show
      // whether the loader finds the agent's.
      List<String> defined = since.stream().filter(bundled::contains).skip(EXAMPLES).toList();
      assertEquals(bundled.stream().filter(defined::contains).toList(), defined);
      assertTrue(defined.size() > bundled.size() * 3 / 4, defined::toString);
      List<String> others =
          since.stream().filter(other -> !bundled.contains(other) && !isOfStatus(other)).toList();
      assertTrue(others.size() <= MOST_OTHERS, () -> name + ": " + others);
      assertTrue(!loaded.contains("jfs.core.ring.WordViews"), "the agent's words do not fit");
      assertEquals(List.of(), lambdas(name), "each is a class that the JVM makes");
    }
  }

  /** A mixture of two versions would not work. */
  @Test
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void areNotOfTheAgentWhereTheProgramHasJfsItself() throws Exception {
    Path own = folder.resolve("own");
    try (ZipFile jar = new ZipFile(Agent.jar().toFile())) {
      for (ZipEntry entry : jar.stream().filter(one -> isOfCore(one.getName())).toList()) {
        Path file = own.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(jar.getInputStream(entry), file);
      }
    }
    String path = own + ":" + Agent.locationOf(Listening.class);
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server").withClassPath(path).start();
        RunningJvm client = jvm(meeting, "client", server.readLine()).withClassPath(path).start()) {
      SwitchedConnections.await("shm", meeting, 2, () -> {});
      client.send("enough");
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
    }
    List<String> notOwn =
        loaded("client")
            .filter(line -> line.startsWith("jfs.core.") && !line.contains(own.toString()))
            .toList();
    assertEquals(List.of(), notOwn);
  }

  private static boolean isOfCore(String name) {
    return name.startsWith("jfs/core/") && name.endsWith(".class");
  }

  private ChildJvm jvm(RendezvousFolder meeting, String role, Object... port) {
    return ChildJvm.of(Listening.class, role)
        .withArguments(port)
        .with(meeting.flag(), "-Xlog:class+load:file=" + folder.resolve(role) + ":none")
        .withLibrary("any")
        .withAgent();
  }

  /** What a JVM's log has of classes of JFS, in the order in which it loaded them. */
  private Stream<String> loaded(String role) throws IOException {
    return ofJfs(role).filter(line -> !line.contains("$$Lambda"));
  }

  private List<String> lambdas(String role) throws IOException {
    return ofJfs(role).filter(line -> line.contains("$$Lambda") && !isOfStatus(line)).toList();
  }

  /** Whether the test's own question for the status may have had it loaded. */
  private static boolean isOfStatus(String name) {
    return name.startsWith("jfs.core.stats.") || name.contains("Status");
  }

  private Stream<String> ofJfs(String role) throws IOException {
    return Files.readAllLines(folder.resolve(role)).stream()
        .filter(line -> line.startsWith("jfs.") && !line.startsWith("jfs.agent.programs."));
  }

  private static List<String> bundled() throws IOException {
    List<String> names = new ArrayList<>();
    try (ZipFile jar = new ZipFile(Agent.jar().toFile())) {
      byte[] bundle = jar.getInputStream(jar.getEntry(BUNDLE)).readAllBytes();
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bundle));
      while (in.available() > 0) {
        names.add(in.readUTF());
        in.skipNBytes(in.readInt());
      }
    }
    return names;
  }
}
