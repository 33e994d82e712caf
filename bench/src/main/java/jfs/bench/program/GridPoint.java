package jfs.bench.program;

import java.io.Serializable;

/** Two numbers: the smallest objects of which a program sends many. */
public final class GridPoint implements Serializable {

  private static final long serialVersionUID = 1;

  final int x;
  final int y;

  GridPoint(int x, int y) {
    this.x = x;
    this.y = y;
  }
}
