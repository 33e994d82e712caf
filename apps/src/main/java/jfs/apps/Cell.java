package jfs.apps;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A cube of space with bodies in it: their mass and its centre, and the smaller cubes that it is
 * made of. A cell with a single body, or without need of its parts, has none of these.
 */
final class Cell {

  /** The opening angle, squared: a cell is taken as one mass if it looks smaller. */
  private static final double ANGLE_SQUARED = 0.6 * 0.6;

  private final double mass;
  private final double x;
  private final double y;
  private final double z;
  private final double width;

  /** Null if there are none. */
  private final Cell[] parts;

  /** A cell with these {@linkplain #numbers numbers} and parts; null for no parts. */
  Cell(double mass, double x, double y, double z, double width, Cell[] parts) {
    this.mass = mass;
    this.x = x;
    this.y = y;
    this.z = z;
    this.width = width;
    this.parts = parts;
  }

  static Cell of(Body body) {
    return new Cell(body.mass, body.x, body.y, body.z, 0, null);
  }

  /**
   * A cell of eight.
   *
   * @param octants null where there is no body
   * @return the octant itself if there is only one; null if there is none
   */
  static Cell of(Cell[] octants, double width) {
    Cell[] parts = Arrays.stream(octants).filter(Objects::nonNull).toArray(Cell[]::new);
    if (parts.length < 2) {
      return parts.length == 0 ? null : parts[0];
    }
    double mass = 0;
    double x = 0;
    double y = 0;
    double z = 0;
    for (Cell part : parts) {
      mass += part.mass;
      x += part.mass * part.x;
      y += part.mass * part.y;
      z += part.mass * part.z;
    }
    return new Cell(mass, x / mass, y / mass, z / mass, width, parts);
  }

  /** Adds this cell's attraction to a body. */
  void attract(Body body) {
    if (parts == null || isSmall(body.squaredDistance(x, y, z))) {
      body.attract(mass, x, y, z);
    } else {
      for (Cell part : parts) {
        part.attract(body);
      }
    }
  }

  private boolean isSmall(double squaredDistance) {
    return width * width < ANGLE_SQUARED * squaredDistance;
  }

  /**
   * What is left of this cell if only the bodies in a box are attracted: to each of them it does
   * the same. (No body in the box is nearer than the box is; and rounding keeps that order.)
   */
  Cell essentialTo(Box box) {
    if (parts == null) {
      return this;
    }
    Cell[] left = null;
    if (!isSmall(box.squaredDistance(x, y, z))) {
      left = new Cell[parts.length];
      for (int i = 0; i < parts.length; i++) {
        left[i] = parts[i].essentialTo(box);
      }
    }
    return new Cell(mass, x, y, z, width, left);
  }

  /** How many cells the tree has that begins here. */
  int cells() {
    return 1 + parts().stream().mapToInt(Cell::cells).sum();
  }

  double[] numbers() {
    return new double[] {mass, x, y, z, width};
  }

  List<Cell> parts() {
    return parts == null ? List.of() : Arrays.asList(parts);
  }
}
