package jfs.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.bench.host.BenchException;
import jfs.bench.result.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {

  @Test
  void isASliceOfAClient() {
    assertEquals(
        new Slice(10, 2000, 1, 1, 2, 3, 40, 50),
        Answer.of("count=10 elapsed=2000 p50=1 p90=1 p99=2 p999=3 cpu=40").slice(50));
  }

  @Test
  void mayLackPercentiles() {
    assertTrue(Double.isNaN(Answer.of("count=10 elapsed=2000 cpu=40").slice(50).p50()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "count=10 elapsed=2000", "count=ten", "hello", "count"})
  void isRefusedIfItIsAnother(String line) {
    assertThrows(BenchException.class, () -> Answer.of(line).slice(0));
  }
}
