package jfs.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import jfs.bench.result.Figure;
import jfs.bench.result.Ratio;
import jfs.bench.result.SampleReport;
import org.junit.jupiter.api.Test;

class DemoTest {

  private static Map<Figure, Ratio> p50(double median, double low, double high) {
    return Map.of(Figure.P50, new Ratio(median, low, high, low, high));
  }

  private static SampleReport run() {
    return new SampleReport("rmi", 1).effort(3, 20, 0.001).transport("jfs", "shm: 1", "shm: 1");
  }

  private static double pace(String variant) {
    return variant.equals("jdk") ? 30_000 : 4000;
  }

  @Test
  void endsInThreeSentencesWithItsOwnNumbers() {
    SampleReport run =
        run()
            .speedups(p50(7.5, 7.1, 7.9))
            .workload("null call", 0, DemoTest::pace, "jdk", "jfs")
            .speedups(p50(1.03, 0.98, 1.08))
            .workload("tree of 1023 nodes", 16_368, variant -> 1000, "jdk", "jfs");
    List<String> lines = Demo.sentences(run.report()).lines().toList();
    assertEquals(3, lines.size());
    assertEquals(
        "Measured: 2 kinds of RMI call between two JVMs of an unmodified program, in turn with the"
            + " JDK's sockets and with JFS, 60 rounds of each in 3 sets of JVMs; JFS carried the"
            + " client's connections by shm: 1.",
        lines.get(0));
    assertTrue(
        lines.get(1).matches("Gained: null call 7\\.5 times as fast \\(30\\.0 to 4\\.00 µs\\); .*"),
        lines.get(1));
    assertTrue(
        lines
            .get(2)
            .matches(
                "Not gained: tree of 1023 nodes at 1\\.030× \\(0\\.980–1\\.080\\) .* object streams.*"),
        lines.get(2));
  }

  @Test
  void claimsNoGainThatTheRunCannotTell() {
    SampleReport run =
        run().speedups(p50(1.4, 0.9, 2)).workload("null call", 0, DemoTest::pace, "jdk", "jfs");
    String text = Demo.sentences(run.report());
    assertTrue(text.contains("Gained: nothing that this run shows."), text);
    assertTrue(
        text.contains("Not gained: null call at 1.400× (0.900–2.000) the JDK's speed"), text);
  }

  @Test
  void saysWhatGainedLeastWhereAllGained() {
    SampleReport run =
        run().speedups(p50(2, 1.9, 2.1)).workload("null call", 0, DemoTest::pace, "jdk", "jfs");
    String text = Demo.sentences(run.report());
    assertTrue(text.contains("each call gained here; the least did null call, 2.0 times"), text);
  }

  @Test
  void hasNothingToSayWithoutJfs() {
    assertEquals(
        "",
        Demo.sentences(run().workload("null call", 0, DemoTest::pace, "jdk", "jdk-2").report()));
  }
}
