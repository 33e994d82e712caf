package jfs.apps;

import java.io.Serializable;
import java.util.List;

/** The least box that holds some bodies; of none, one that is infinitely far away. */
final class Box implements Serializable, Sized {

  private static final long serialVersionUID = 1;

  private static final int BYTES = 6 * Double.BYTES;

  private double lowX = Double.POSITIVE_INFINITY;
  private double lowY = Double.POSITIVE_INFINITY;
  private double lowZ = Double.POSITIVE_INFINITY;
  private double highX = Double.NEGATIVE_INFINITY;
  private double highY = Double.NEGATIVE_INFINITY;
  private double highZ = Double.NEGATIVE_INFINITY;

  static Box around(List<Body> bodies) {
    Box box = new Box();
    for (Body body : bodies) {
      box.reach(body.x, body.y, body.z, body.x, body.y, body.z);
    }
    return box;
  }

  /** The least box that holds two. */
  Box and(Box other) {
    Box both = new Box();
    both.reach(lowX, lowY, lowZ, highX, highY, highZ);
    both.reach(other.lowX, other.lowY, other.lowZ, other.highX, other.highY, other.highZ);
    return both;
  }

  private void reach(double fromX, double fromY, double fromZ, double toX, double toY, double toZ) {
    lowX = Math.min(lowX, fromX);
    lowY = Math.min(lowY, fromY);
    lowZ = Math.min(lowZ, fromZ);
    highX = Math.max(highX, toX);
    highY = Math.max(highY, toY);
    highZ = Math.max(highZ, toZ);
  }

  /** A cube that holds the box. */
  Cube cube() {
    double width = Math.max(highX - lowX, Math.max(highY - lowY, highZ - lowZ));
    double half = width / 2;
    return new Cube(lowX + half, lowY + half, lowZ + half, half);
  }

  /** The square of the distance of a point from the box; 0 inside. */
  double squaredDistance(double x, double y, double z) {
    double dx = outside(x, lowX, highX);
    double dy = outside(y, lowY, highY);
    double dz = outside(z, lowZ, highZ);
    return dx * dx + dy * dy + dz * dz;
  }

  private static double outside(double value, double low, double high) {
    return Math.max(0, Math.max(low - value, value - high));
  }

  @Override
  public long bytes() {
    return BYTES;
  }
}
