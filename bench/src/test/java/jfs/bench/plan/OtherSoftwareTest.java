package jfs.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherSoftwareTest {

  private static final Path JARS = ClassPaths.softwareOf(Family.SOFTWARE);

  @TempDir Path folder;

  @Test
  void eachOneThatTheHarnessOrItsBuildHasSaysItsVersion() {
    List<String> names =
        List.of(
            "netty-epoll",
            "junixsocket",
            "aeron-ipc",
            "kryo",
            "fory",
            "hessian",
            "h2",
            "derby",
            "hsqldb",
            "activemq",
            "jgroups",
            "grpc");
    for (String name : names) {
      String line = OtherSoftware.of(Set.of(name), JARS).orElse("nothing of " + name);
      assertTrue(line.matches("[a-z0-9-]+ [0-9]+\\.[0-9.]+[A-Za-z0-9.]*( \\(.*\\))?"), line);
    }
  }

  @Test
  void theVersionIsThatOfTheJarThere() throws Exception {
    Files.createFile(folder.resolve("kryo-5.6.2.jar"));
    Files.createFile(folder.resolve("kafka_2.13-4.3.1.jar"));
    Files.createFile(folder.resolve("netty-handler-proxy-4.2.1.Final.jar"));
    Files.createFile(folder.resolve("netty-handler-4.2.18.Final.jar"));
    assertEquals(
        Optional.of(
            "kryo 5.6.2 (references, classes by name); netty-handler 4.2.18.Final (NIO);"
                + " kafka_2.13 4.3.1 (one broker that is its controller)"),
        OtherSoftware.of(new LinkedHashSet<>(List.of("jdk", "kafka", "kryo", "netty")), folder));
  }

  @Test
  void whatIsNotThereHasNoVersion() {
    assertEquals(
        Optional.of("h2 of a version that is not known (in memory)"),
        OtherSoftware.of(Set.of("h2"), folder.resolve("none")));
  }

  @Test
  void theJdkAndJfsAreNoSoftwareOfOthers() {
    assertEquals(Optional.empty(), OtherSoftware.of(Set.of("jdk", "jfs", "rmi", "c-tcp"), JARS));
  }
}
