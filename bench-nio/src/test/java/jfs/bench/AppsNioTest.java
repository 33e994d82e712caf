package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Short runs of software on channels, over plain TCP: what it answers is right. */
class AppsNioTest {

  @Test
  @Timeout(360)
  void softwareGoesThroughItsPhasesAndEnds() {
    run("--programs netty,zookeeper", "netty 100x64K", "netty whole", "zookeeper watch");
  }

  @Test
  @Tag("full")
  @Timeout(300)
  void soDoesAllThatThereIs() {
    run("--programs tomcat,grpc-netty,hazelcast,kafka", "tomcat post-close", "kafka whole");
  }

  private static void run(String programs, String... rows) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String command = "apps-nio --quick --agent none --variants jdk " + programs;
    int status = Bench.run(new PrintWriter(out), new PrintWriter(err), command.split(" ", -1));
    assertEquals(0, status, err::toString);
    for (String row : List.of(rows)) {
      assertTrue(out.toString().contains("\n" + row + " "), out::toString);
    }
  }
}
