package jfs.apps;

/**
 * A cube of space by its centre and half its width. It is divided into octants, in the order of
 * Morton's curve. A body is in the octant on its side of the centre, even if rounding has left it
 * just outside the cube.
 */
record Cube(double x, double y, double z, double half) {

  double width() {
    return 2 * half;
  }

  /** In which of the eight octants a body is. */
  int octant(Body body) {
    return (body.x < x ? 0 : 4) + (body.y < y ? 0 : 2) + (body.z < z ? 0 : 1);
  }

  Cube part(int octant) {
    double quarter = half / 2;
    return new Cube(
        (octant & 4) == 0 ? x - quarter : x + quarter,
        (octant & 2) == 0 ? y - quarter : y + quarter,
        (octant & 1) == 0 ? z - quarter : z + quarter,
        quarter);
  }
}
