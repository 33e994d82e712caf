package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RadixTest {

  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 1001", "3, 5000", "4, 100003", "4, 5", "4, 2"})
  void sortsTheKeys(int processes, int size) throws Exception {
    List<int[]> parts =
        Together.run(
            processes,
            world -> {
              Radix radix = new Radix(world, size, 5);
              radix.compute();
              return radix.keys();
            });
    int[] sorted = IntStream.range(0, size).map(i -> Radix.key(i, 5)).sorted().toArray();
    assertArrayEquals(sorted, parts.stream().flatMapToInt(Arrays::stream).toArray());
  }
}
