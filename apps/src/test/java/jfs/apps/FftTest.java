package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FftTest {

  private static final long SEED = 9;
  private static final int ORDER = 16;

  private static double[] flat(Stream<double[]> rows) {
    return rows.flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[] input() {
    return flat(IntStream.range(0, ORDER).mapToObj(row -> Fft.input(ORDER, row, SEED)));
  }

  private static double[] transformed(int processes, int transforms) throws Exception {
    return flat(
        Together.run(
                processes,
                world -> {
                  Fft fft = new Fft(world, ORDER * ORDER, SEED, transforms);
                  fft.compute();
                  return fft.rows();
                })
            .stream()
            .flatMap(Arrays::stream));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void isTheSumThatDefinesIt(int processes) throws Exception {
    double[] input = input();
    int size = input.length / 2;
    double[] sums = new double[2 * size];
    for (int k = 0; k < size; k++) {
      for (int j = 0; j < size; j++) {
        double angle = -2 * Math.PI * ((long) j * k % size) / size;
        double re = input[2 * j];
        double im = input[2 * j + 1];
        sums[2 * k] += (re * Math.cos(angle) - im * Math.sin(angle)) / ORDER;
        sums[2 * k + 1] += (re * Math.sin(angle) + im * Math.cos(angle)) / ORDER;
      }
    }
    assertArrayEquals(sums, transformed(processes, 1), 1e-12);
  }

  @Test
  void isTheIdentityWhenDoneFourTimes() throws Exception {
    assertArrayEquals(input(), transformed(2, 4), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 8, 48, 100})
  void refusesSizesThatAreNoPowerOfFour(int size) {
    assertThrows(IllegalArgumentException.class, () -> new Fft(World.alone(), size, SEED));
  }
}
