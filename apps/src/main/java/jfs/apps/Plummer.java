package jfs.apps;

import java.util.SplittableRandom;

/**
 * A cluster of stars by Plummer's model, in equilibrium, drawn as Aarseth, Hénon and Wielen (1974)
 * do. Its outermost stars are left out, so that they do not make the octree's cube a large one.
 */
final class Plummer {

  private static final double OUTERMOST = 4;

  private final int bodies;
  private final long seed;

  Plummer(int bodies, long seed) {
    this.bodies = bodies;
    this.seed = seed;
  }

  Body body(int id) {
    SplittableRandom random = new SplittableRandom(Checksum.mix(seed) ^ id);
    Body body = new Body(id, 1.0 / bodies);
    double radius = radius(random);
    double[] place = vector(random, radius);
    body.x = place[0];
    body.y = place[1];
    body.z = place[2];
    double escape = StrictMath.sqrt(2) / StrictMath.pow(1 + radius * radius, 0.25);
    double[] velocity = vector(random, escape * shareOfEscape(random));
    body.velocityX = velocity[0];
    body.velocityY = velocity[1];
    body.velocityZ = velocity[2];
    return body;
  }

  private static double radius(SplittableRandom random) {
    for (; ; ) {
      double inside = random.nextDouble(1e-6, 1);
      double radius = 1 / Math.sqrt(StrictMath.pow(inside, -2.0 / 3) - 1);
      if (radius < OUTERMOST) {
        return radius;
      }
    }
  }

  /** A speed in units of that of escape, by rejection. */
  private static double shareOfEscape(SplittableRandom random) {
    for (; ; ) {
      double share = random.nextDouble();
      double density = share * share * StrictMath.pow(1 - share * share, 3.5);
      if (random.nextDouble(0.1) < density) {
        return share;
      }
    }
  }

  /** A vector in any direction. */
  private static double[] vector(SplittableRandom random, double length) {
    double z = random.nextDouble(-1, 1);
    double angle = random.nextDouble(2 * StrictMath.PI);
    double across = Math.sqrt(1 - z * z);
    return new double[] {
      length * across * StrictMath.cos(angle), length * across * StrictMath.sin(angle), length * z
    };
  }
}
