package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceTest {

  @Test
  void isReadFromAnAnswer() {
    assertEquals(
        new Slice(10, 2000, 1, 1, 2, 3, 40, 50),
        Slice.of("count=10 elapsed=2000 p50=1 p90=1 p99=2 p999=3 cpu=40", 50));
  }

  @Test
  void mayLackPercentiles() {
    assertTrue(Double.isNaN(Slice.of("count=10 elapsed=2000 cpu=40", 50).p50()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "count=10 elapsed=2000", "count=ten", "hello", "count"})
  void refusesOtherAnswers(String answer) {
    assertThrows(BenchException.class, () -> Slice.of(answer, 0));
  }
}
