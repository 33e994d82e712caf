package jfs.apps;

import java.util.SplittableRandom;

/**
 * The molecules that a simulation of water begins with: a cube in which they stand on a lattice.
 */
final class WaterDroplet {

  /** About that of molecules in water. */
  private static final double LATTICE = 0.32;

  /** The greatest component of a molecule's velocity, as at room temperature. */
  private static final double SPEED = 0.64;

  private final int side;
  private final long seed;

  WaterDroplet(int molecules, long seed) {
    this.seed = seed;
    int least = 1;
    while (least * least * least < molecules) {
      least++;
    }
    side = least;
  }

  /** Sets the coordinates of a molecule and their velocities, which begin at an index. */
  void set(int molecule, double[] place, double[] velocity, int at) {
    SplittableRandom random = new SplittableRandom(Checksum.mix(seed) ^ molecule);
    int row = molecule / side;
    int layer = row / side;
    double[] oxygen = {
      LATTICE * (molecule % side), LATTICE * (row % side), LATTICE * layer,
    };
    double[] along = direction(random);
    double[] across = perpendicular(along, direction(random));
    double cosine = WaterForces.BOND * StrictMath.cos(WaterForces.ANGLE / 2);
    double sine = WaterForces.BOND * StrictMath.sin(WaterForces.ANGLE / 2);
    for (int axis = 0; axis < 3; axis++) {
      place[at + axis] = oxygen[axis];
      place[at + 3 + axis] = oxygen[axis] + cosine * along[axis] + sine * across[axis];
      place[at + 6 + axis] = oxygen[axis] + cosine * along[axis] - sine * across[axis];
      double speed = random.nextDouble(-SPEED, SPEED);
      velocity[at + axis] = speed;
      velocity[at + 3 + axis] = speed;
      velocity[at + 6 + axis] = speed;
    }
  }

  /** A vector of length one. */
  private static double[] direction(SplittableRandom random) {
    for (; ; ) {
      double[] vector = random.doubles(3, -1, 1).toArray();
      double square = dot(vector, vector);
      if (square > 0.01 && square < 1) {
        return scaled(vector, 1 / Math.sqrt(square));
      }
    }
  }

  /** The direction of what a vector has that is at right angles to another. */
  private static double[] perpendicular(double[] to, double[] vector) {
    // Where the two are parallel, any other vector does.
    double[] other =
        Math.abs(dot(to, vector)) < 0.99 ? vector : new double[] {to[1], -to[2], to[0]};
    double share = dot(to, other);
    double[] rest = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      rest[axis] = other[axis] - share * to[axis];
    }
    return scaled(rest, 1 / Math.sqrt(dot(rest, rest)));
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private static double[] scaled(double[] vector, double factor) {
    return new double[] {factor * vector[0], factor * vector[1], factor * vector[2]};
  }
}
