package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Short runs of software on channels: what it answers is right. */
class AppsNioTest {

  private static final String PLAIN = "--agent none --variants jdk";

  /** The build of all modules makes it before this one is tested. */
  private static final Path AGENT = Path.of("../agent/target/jfs-agent.jar");

  @Test
  @Timeout(360)
  void softwareGoesThroughItsPhasesAndEnds() {
    run(PLAIN, "--programs netty,zookeeper", "netty 100x64K", "netty whole", "zookeeper watch");
  }

  @Test
  @Tag("full")
  @Timeout(300)
  void soDoesAllThatThereIs() {
    run(PLAIN, "--programs tomcat,grpc-netty,hazelcast,kafka", "tomcat post-close", "kafka whole");
  }

  /** The harness fails a run after which either end says that no connection left TCP. */
  @Test
  @Tag("full")
  @Timeout(300)
  void answersAreRightOnJfsToo() {
    assertTrue(Files.isReadable(AGENT), "to be built first: " + AGENT);
    String onJfs = "--variants jdk,jfs-nio-eager --agent " + AGENT;
    run(onJfs, "--programs netty,kafka", "netty 100x64K", "netty whole", "kafka whole");
  }

  private static void run(String variants, String programs, String... rows) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String command = "apps-nio --quick " + variants + " " + programs;
    int status = Bench.run(new PrintWriter(out), new PrintWriter(err), command.split(" ", -1));
    assertEquals(0, status, err::toString);
    for (String row : List.of(rows)) {
      assertTrue(out.toString().contains("\n" + row + " "), out::toString);
    }
  }
}
