package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
  private static final String DEFINED_BY = "jfs.agent.socket.Readiness";

  /** The test asks for the status, which takes three; and some are loaded in rare cases alone. */
  private static final int MOST_OTHERS = 6;

  @TempDir Path folder;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void areDefinedAtOnce() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server").start();
        RunningJvm client = jvm(meeting, "client", server.readLine()).start()) {
      SwitchedConnections.await("shm", meeting, 2, () -> {});
      client.send("enough");
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
    }
    Set<String> bundled = bundled();
    for (String name : List.of("server", "client")) {
      List<String> loaded = loaded(name);
      Set<String> missing = new LinkedHashSet<>(bundled);
      loaded.forEach(missing::remove);
      assertEquals(Set.of(), missing, name);
      List<String> since = loaded.subList(loaded.indexOf(DEFINED_BY) + 1, loaded.size());
      List<String> others =
          since.stream().filter(loadedOne -> !bundled.contains(loadedOne)).toList();
      assertTrue(others.size() <= MOST_OTHERS, () -> name + ": " + others);
      assertTrue(!loaded.contains("jfs.core.ring.WordViews"), "the agent's words do not fit");
    }
  }

  private ChildJvm jvm(RendezvousFolder meeting, String role, Object... port) {
    return ChildJvm.of(Listening.class, role)
        .withArguments(port)
        .with(meeting.flag(), "-Xlog:class+load:file=" + folder.resolve(role) + ":none")
        .withLibrary("any")
        .withAgent();
  }

  /** The classes of JFS in the order in which a JVM loaded them. */
  private List<String> loaded(String role) throws IOException {
    return Files.readAllLines(folder.resolve(role)).stream()
        .map(line -> line.substring(0, line.indexOf(' ')))
        .filter(name -> name.startsWith("jfs.") && !name.startsWith("jfs.agent.programs."))
        .filter(name -> !name.contains("$$Lambda"))
        .toList();
  }

  private static Set<String> bundled() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    try (ZipFile jar = new ZipFile(Agent.jar().toFile())) {
      byte[] bundle = jar.getInputStream(jar.getEntry(BUNDLE)).readAllBytes();
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bundle));
      while (in.available() > 0) {
        names.add(new String(in.readNBytes(in.readUnsignedShort()), StandardCharsets.ISO_8859_1));
        in.skipNBytes(in.readInt());
      }
    }
    return names;
  }
}
