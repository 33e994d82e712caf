package jfs.apps;

import java.util.SplittableRandom;

/**
 * Red-black successive over-relaxation: Laplace's equation on a square grid. The boundary has the
 * values of x² - y², which is harmonic, and its five-point differences vanish too: so it is also
 * the solution inside. It starts from noise.
 *
 * <p>Processes own blocks of rows. After each half-iteration neighbours get the points of the
 * colour that has changed: together one row an iteration, as in the Manta paper. A point depends on
 * points of the other colour only, so the partition changes no bit.
 */
final class Sor implements App {

  /** After so many iterations a row of the grid, the error has left the first nine digits. */
  private static final int ITERATIONS_PER_ROW = 4;

  private final World world;
  private final int size;
  private final double omega;

  /** The grid's row at {@code rows[0]}, which is a neighbour's, or the boundary. */
  private final int above;

  private final double[][] rows;

  Sor(World world, int size, long seed) {
    this.world = world;
    this.size = size;
    Blocks inner = new Blocks(size - 2, world.processes());
    if (inner.count() < world.processes()) {
      throw new IllegalArgumentException("a grid of " + size + " rows is too small");
    }
    // The best factor for this problem (Young 1954).
    omega = 2 / (1 + StrictMath.sin(StrictMath.PI / (size - 1)));
    above = inner.begin(world.rank());
    rows = new double[inner.size(world.rank()) + 2][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = initial(above + i, seed);
    }
  }

  private double[] initial(int row, long seed) {
    SplittableRandom random = new SplittableRandom(Checksum.mix(seed) ^ row);
    double[] values = new double[size];
    for (int column = 0; column < size; column++) {
      boolean inside = row > 0 && row < size - 1 && column > 0 && column < size - 1;
      values[column] = inside ? random.nextDouble() : solution(row, column);
    }
    return values;
  }

  /** What the point comes to be. */
  double solution(int row, int column) {
    double y = (double) row / (size - 1);
    double x = (double) column / (size - 1);
    return x * x - y * y;
  }

  @Override
  public void compute() {
    for (int i = 0; i < ITERATIONS_PER_ROW * size; i++) {
      for (int colour = 0; colour < 2; colour++) {
        for (int row = 1; row < rows.length - 1; row++) {
          relax(rows[row - 1], rows[row], rows[row + 1], first(row, colour));
        }
        exchange(colour);
      }
    }
  }

  /** The first inner column of a colour, in one of {@link #rows}. */
  private int first(int row, int colour) {
    return 1 + ((above + row + 1 + colour) & 1);
  }

  private void relax(double[] north, double[] row, double[] south, int first) {
    for (int i = first; i < size - 1; i += 2) {
      double mean = 0.25 * (north[i] + south[i] + row[i - 1] + row[i + 1]);
      row[i] += omega * (mean - row[i]);
    }
  }

  private void exchange(int colour) {
    int north = world.rank() - 1;
    int south = world.rank() + 1;
    int last = rows.length - 2;
    if (north >= 0) {
      world.send(north, points(1, colour));
    }
    if (south < world.processes()) {
      world.send(south, points(last, colour));
      setPoints(last + 1, colour, world.receive(south, double[].class));
    }
    if (north >= 0) {
      setPoints(0, colour, world.receive(north, double[].class));
    }
  }

  private double[] points(int row, int colour) {
    int first = first(row, colour);
    double[] points = new double[(size - first) / 2];
    for (int i = 0; i < points.length; i++) {
      points[i] = rows[row][first + 2 * i];
    }
    return points;
  }

  private void setPoints(int row, int colour, double[] points) {
    int first = first(row, colour);
    for (int i = 0; i < points.length; i++) {
      rows[row][first + 2 * i] = points[i];
    }
  }

  /** The greatest distance of one of this process's points from the solution. */
  double error() {
    double error = 0;
    for (int i = 1; i < rows.length - 1; i++) {
      for (int column = 0; column < size; column++) {
        error = Math.max(error, Math.abs(rows[i][column] - solution(above + i, column)));
      }
    }
    return error;
  }

  @Override
  public void addTo(Checksum checksum) {
    for (int i = 1; i < rows.length - 1; i++) {
      for (int column = 0; column < size; column++) {
        checksum.add((above + i) * (long) size + column, rows[i][column]);
      }
    }
  }
}
