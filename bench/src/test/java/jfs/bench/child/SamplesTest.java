package jfs.bench.child;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SamplesTest {

  /** As if the threads ran one after the other: the time from the first to the last counts. */
  @Test
  void aSliceOfSeveralThreadsLastsFromTheFirstBeginToTheLastEnd() {
    Samples[] each = {new Samples(1), new Samples(1), new Samples(1)};
    long begin = System.nanoTime();
    for (Samples samples : each) {
      samples.begin();
      spin(100_000);
      samples.lap();
    }
    long most = System.nanoTime() - begin;
    Map<String, Long> answer = parse(Samples.together(each, 5));
    assertEquals(3, answer.get("count"));
    assertEquals(5, answer.get("cpu"));
    assertTrue(answer.get("p50") >= 100_000);
    assertTrue(answer.get("elapsed") >= 300_000, answer::toString);
    assertTrue(answer.get("elapsed") <= most, answer::toString);
  }

  private static void spin(long nanos) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      Thread.onSpinWait();
    }
  }

  private static Map<String, Long> parse(String answer) {
    return Arrays.stream(answer.split(" "))
        .map(field -> field.split("="))
        .collect(Collectors.toMap(field -> field[0], field -> Long.valueOf(field[1])));
  }
}
