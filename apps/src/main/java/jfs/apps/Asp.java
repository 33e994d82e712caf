package jfs.apps;

import java.util.SplittableRandom;

/**
 * All pairs' shortest paths, by Floyd's algorithm. Processes own blocks of rows of the matrix of
 * distances; in iteration k the owner of row k broadcasts it along a binary tree, as in the Manta
 * paper. Distances are integers.
 */
final class Asp implements App {

  /** No path. Twice as much is still an int. */
  static final int FAR = Integer.MAX_VALUE / 2;

  private static final int LONGEST = 1000;

  /** One in so many pairs of nodes has an edge. */
  private static final int SPARSITY = 8;

  private final World world;
  private final Blocks blocks;
  private final int[][] rows;

  Asp(World world, int size, long seed) {
    this.world = world;
    blocks = new Blocks(size, world.processes());
    rows = new int[blocks.size(world.rank())][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = edges(size, first() + i, seed);
    }
  }

  /** The lengths of the edges from a node, {@link #FAR} where there is none. */
  static int[] edges(int size, int node, long seed) {
    SplittableRandom random = new SplittableRandom(Checksum.mix(seed) ^ node);
    int[] edges = new int[size];
    for (int i = 0; i < size; i++) {
      int length = 1 + random.nextInt(LONGEST);
      edges[i] = random.nextInt(SPARSITY) == 0 ? length : FAR;
    }
    edges[node] = 0;
    return edges;
  }

  private int first() {
    return blocks.begin(world.rank());
  }

  @Override
  public void compute() {
    Collectives all = new Collectives(world);
    for (int k = 0; k < blocks.count(); k++) {
      int owner = blocks.owner(k);
      int[] mine = owner == world.rank() ? rows[k - first()] : null;
      int[] rowK = all.broadcast(owner, mine, int[].class);
      for (int[] row : rows) {
        shorten(row, row[k], rowK);
      }
    }
  }

  private static void shorten(int[] row, int toK, int[] fromK) {
    if (toK == FAR) {
      return;
    }
    for (int i = 0; i < row.length; i++) {
      row[i] = Math.min(row[i], toK + fromK[i]);
    }
  }

  /** The distances from this process's nodes. */
  int[][] distances() {
    return rows;
  }

  @Override
  public void addTo(Checksum checksum) {
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        checksum.add((long) (first() + i) * blocks.count() + j, rows[i][j]);
      }
    }
  }
}
