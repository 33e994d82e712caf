package jfs.apps;

/**
 * The forces of a flexible water molecule with three sites, much as in SPC/Fw (Wu, Tepper, Voth
 * 2006); the angle is held by a spring between the hydrogens. Units are nm, ps, atomic mass units,
 * and so kJ/mol.
 *
 * <p>Forces are added up as integers, in units of 2^-32. So their sum does not depend on the order
 * in which processes add, and an action equals its reaction to the last bit.
 */
final class WaterForces {

  /** Coordinates of a molecule: of the oxygen, then of each hydrogen. */
  static final int COORDINATES = 9;

  static final double OXYGEN_MASS = 15.9994;
  static final double HYDROGEN_MASS = 1.008;
  static final double BOND = 0.1012;
  static final double ANGLE = StrictMath.toRadians(113.24);
  static final double UNIT = 1.0 / (1L << 32);

  private static final double HYDROGEN_DISTANCE = 2 * BOND * StrictMath.sin(ANGLE / 2);
  private static final double BOND_STIFFNESS = 443_153.8;
  private static final double ANGLE_STIFFNESS = 102_400;

  /** Coulomb's constant times the charges of two hydrogens. */
  private static final double CHARGES = 138.935458 * 0.41 * 0.41;

  private static final double SIGMA_SQUARED = 0.3165492 * 0.3165492;
  private static final double EPSILON = 0.650299;

  /** An oxygen has the charge of two hydrogens, with the other sign. */
  private static final double[] CHARGE = {-2, 1, 1};

  private long energy;

  /** The potential energy of all since the last call. */
  double takeEnergy() {
    double taken = energy * UNIT;
    energy = 0;
    return taken;
  }

  /** Adds the forces within a molecule that begins at i. */
  void inside(double[] place, int i, long[] force) {
    spring(place, i, i + 3, force, BOND, BOND_STIFFNESS);
    spring(place, i, i + 6, force, BOND, BOND_STIFFNESS);
    spring(place, i + 3, i + 6, force, HYDROGEN_DISTANCE, ANGLE_STIFFNESS);
  }

  private void spring(double[] place, int i, int j, long[] force, double length, double stiffness) {
    double x = place[i] - place[j];
    double y = place[i + 1] - place[j + 1];
    double z = place[i + 2] - place[j + 2];
    double distance = Math.sqrt(x * x + y * y + z * z);
    double stretch = distance - length;
    energy += fixed(0.5 * stiffness * stretch * stretch);
    add(force, i, force, j, -stiffness * stretch / distance, x, y, z);
  }

  /** Adds the forces between two molecules, one at i in a, one at j in b. */
  void between(double[] a, int i, long[] forceA, double[] b, int j, long[] forceB) {
    for (int m = 0; m < 3; m++) {
      for (int n = 0; n < 3; n++) {
        sites(a, i + 3 * m, forceA, b, j + 3 * n, forceB, CHARGES * CHARGE[m] * CHARGE[n]);
      }
    }
  }

  private void sites(
      double[] a, int i, long[] forceA, double[] b, int j, long[] forceB, double charges) {
    double x = a[i] - b[j];
    double y = a[i + 1] - b[j + 1];
    double z = a[i + 2] - b[j + 2];
    double inverse = 1 / (x * x + y * y + z * z);
    double potential = charges * Math.sqrt(inverse);
    double strength = potential;
    if (charges == 4 * CHARGES) {
      // Two oxygens, which alone have a Lennard-Jones potential.
      double s = SIGMA_SQUARED * inverse;
      double s6 = s * s * s;
      potential += 4 * EPSILON * s6 * (s6 - 1);
      strength += 24 * EPSILON * s6 * (2 * s6 - 1);
    }
    energy += fixed(potential);
    add(forceA, i, forceB, j, strength * inverse, x, y, z);
  }

  private static void add(
      long[] forceA, int i, long[] forceB, int j, double factor, double x, double y, double z) {
    long fixedX = fixed(factor * x);
    long fixedY = fixed(factor * y);
    long fixedZ = fixed(factor * z);
    forceA[i] += fixedX;
    forceA[i + 1] += fixedY;
    forceA[i + 2] += fixedZ;
    forceB[j] -= fixedX;
    forceB[j + 1] -= fixedY;
    forceB[j + 2] -= fixedZ;
  }

  /** Rounds towards zero, so that the fixed of -x is that of x with the other sign. */
  private static long fixed(double value) {
    return (long) (value / UNIT);
  }
}
