package jfs.apps;

import java.io.Serializable;

/**
 * Trees of cells on their way to another process, as two arrays in preorder. As objects they would
 * take longer to serialize than to compute with.
 */
final class CellForest implements Serializable, Sized {

  private static final long serialVersionUID = 1;

  private static final int NUMBERS = 5;
  private static final byte NO_CELL = -1;

  private final int trees;

  /** Of each cell its mass, the mass's centre, and its width. */
  private final double[] numbers;

  /** Of how many parts each is made, or {@link #NO_CELL} where there is no tree. */
  private final byte[] parts;

  /** A forest of trees of which some may be null. */
  CellForest(Cell[] roots) {
    int nodes = 0;
    for (Cell root : roots) {
      nodes += root == null ? 1 : root.cells();
    }
    trees = roots.length;
    numbers = new double[NUMBERS * nodes];
    parts = new byte[nodes];
    int next = 0;
    for (Cell root : roots) {
      next = pack(root, next);
    }
  }

  private int pack(Cell cell, int node) {
    if (cell == null) {
      parts[node] = NO_CELL;
      return node + 1;
    }
    System.arraycopy(cell.numbers(), 0, numbers, NUMBERS * node, NUMBERS);
    parts[node] = (byte) cell.parts().size();
    int next = node + 1;
    for (Cell part : cell.parts()) {
      next = pack(part, next);
    }
    return next;
  }

  /** The trees again. */
  Cell[] roots() {
    Cursor cursor = new Cursor();
    Cell[] roots = new Cell[trees];
    for (int i = 0; i < trees; i++) {
      roots[i] = cursor.next();
    }
    return roots;
  }

  private final class Cursor {
    private int node;

    Cell next() {
      int at = NUMBERS * node;
      int count = parts[node++];
      if (count == NO_CELL) {
        return null;
      }
      Cell[] cells = count == 0 ? null : new Cell[count];
      for (int i = 0; i < count; i++) {
        cells[i] = next();
      }
      return new Cell(
          numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4], cells);
    }
  }

  @Override
  public long bytes() {
    return Integer.BYTES + Payload.bytes(numbers) + Payload.bytes(parts);
  }
}
