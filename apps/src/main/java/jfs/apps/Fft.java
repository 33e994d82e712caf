package jfs.apps;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A one-dimensional Fourier transform of n² complex numbers, seen as a square matrix (the six-step
 * algorithm of Bailey, 1990): transpose, transform rows, multiply by roots of unity, transpose,
 * transform rows, transpose. Processes own blocks of rows, so a transposition is the personalized
 * all-to-all exchange of the Manta paper. All arithmetic is within rows, so the partition changes
 * no bit.
 *
 * <p>The transform is done four times, each scaled by 1/n, which is exact. So scaled, its fourth
 * power is the identity: the result is about the input.
 */
final class Fft implements App {

  private static final int TRANSFORMS = 4;

  private final World world;
  private final Blocks blocks;
  private final Collectives all;
  private final int transforms;
  private final RowFft rowFft;
  private final double[][] twiddles;
  private double[][] rows;

  Fft(World world, int size, long seed) {
    this(world, size, seed, TRANSFORMS);
  }

  Fft(World world, int size, long seed, int transforms) {
    this.world = world;
    this.transforms = transforms;
    int order = 1 << (Integer.numberOfTrailingZeros(size) / 2);
    if (size != (long) order * order || order < Math.max(2, world.processes())) {
      throw new IllegalArgumentException(size + " is no power of 4, or too small");
    }
    all = new Collectives(world);
    blocks = new Blocks(order, world.processes());
    rowFft = new RowFft(order);
    int count = blocks.size(world.rank());
    twiddles = new double[count][];
    rows = new double[count][];
    for (int i = 0; i < count; i++) {
      int row = blocks.begin(world.rank()) + i;
      twiddles[i] = RowFft.roots(size, 0, order, row);
      rows[i] = input(order, row, seed);
    }
  }

  /** A row of the input. */
  static double[] input(int order, int row, long seed) {
    SplittableRandom random = new SplittableRandom(Checksum.mix(seed) ^ row);
    return random.doubles(2L * order, -1, 1).toArray();
  }

  @Override
  public void compute() {
    for (int i = 0; i < transforms; i++) {
      transpose();
      transformRows();
      for (int row = 0; row < rows.length; row++) {
        multiply(rows[row], twiddles[row]);
      }
      transpose();
      transformRows();
      transpose();
      scale();
    }
  }

  private void transformRows() {
    for (double[] row : rows) {
      rowFft.transform(row);
    }
  }

  private static void multiply(double[] row, double[] by) {
    for (int i = 0; i < row.length; i += 2) {
      double re = row[i] * by[i] - row[i + 1] * by[i + 1];
      row[i + 1] = row[i] * by[i + 1] + row[i + 1] * by[i];
      row[i] = re;
    }
  }

  private void scale() {
    double factor = 1.0 / blocks.count();
    for (double[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        row[i] *= factor;
      }
    }
  }

  private void transpose() {
    List<double[]> parts = new ArrayList<>();
    for (int rank = 0; rank < world.processes(); rank++) {
      parts.add(columns(blocks.begin(rank), blocks.begin(rank + 1)));
    }
    parts = all.exchange(parts, double[].class);
    double[][] transposed = new double[rows.length][2 * blocks.count()];
    for (int rank = 0; rank < world.processes(); rank++) {
      int width = 2 * blocks.size(rank);
      for (int row = 0; row < rows.length; row++) {
        System.arraycopy(
            parts.get(rank), row * width, transposed[row], 2 * blocks.begin(rank), width);
      }
    }
    rows = transposed;
  }

  /** The part of this process's rows in some columns, column by column. */
  private double[] columns(int begin, int end) {
    double[] columns = new double[2 * (end - begin) * rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int column = begin; column < end; column++) {
        int to = 2 * ((column - begin) * rows.length + row);
        columns[to] = rows[row][2 * column];
        columns[to + 1] = rows[row][2 * column + 1];
      }
    }
    return columns;
  }

  /** This process's rows. */
  double[][] rows() {
    return rows;
  }

  @Override
  public void addTo(Checksum checksum) {
    long index = 2L * blocks.count() * blocks.begin(world.rank());
    for (double[] row : rows) {
      for (double value : row) {
        checksum.add(index++, value);
      }
    }
  }
}
