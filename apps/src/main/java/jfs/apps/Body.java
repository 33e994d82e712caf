package jfs.apps;

import java.io.Serializable;

/** A body that moves by the gravity of others. */
final class Body implements Serializable, Sized {

  private static final long serialVersionUID = 1;

  private static final int BYTES = Integer.BYTES + 7 * Double.BYTES;

  /** Keeps bodies that meet from being flung apart (Plummer's softening). */
  private static final double SOFTENING_SQUARED = 0.05 * 0.05;

  final int id;
  final double mass;
  double x;
  double y;
  double z;
  double velocityX;
  double velocityY;
  double velocityZ;

  // Made anew in each step, after bodies have gone to other processes.
  private transient double accelerationX;
  private transient double accelerationY;
  private transient double accelerationZ;

  Body(int id, double mass) {
    this.id = id;
    this.mass = mass;
  }

  void rest() {
    accelerationX = 0;
    accelerationY = 0;
    accelerationZ = 0;
  }

  double squaredDistance(double toX, double toY, double toZ) {
    double dx = toX - x;
    double dy = toY - y;
    double dz = toZ - z;
    return dx * dx + dy * dy + dz * dz;
  }

  /** Adds the attraction of a mass; of itself, nothing. */
  void attract(double byMass, double fromX, double fromY, double fromZ) {
    double square = squaredDistance(fromX, fromY, fromZ) + SOFTENING_SQUARED;
    double factor = byMass / (square * Math.sqrt(square));
    accelerationX += factor * (fromX - x);
    accelerationY += factor * (fromY - y);
    accelerationZ += factor * (fromZ - z);
  }

  void kick(double time) {
    velocityX += time * accelerationX;
    velocityY += time * accelerationY;
    velocityZ += time * accelerationZ;
  }

  void drift(double time) {
    x += time * velocityX;
    y += time * velocityY;
    z += time * velocityZ;
  }

  double[] acceleration() {
    return new double[] {accelerationX, accelerationY, accelerationZ};
  }

  /** The potential energy of two bodies. */
  double potential(Body other) {
    return -mass
        * other.mass
        / Math.sqrt(squaredDistance(other.x, other.y, other.z) + SOFTENING_SQUARED);
  }

  @Override
  public long bytes() {
    return BYTES;
  }
}
