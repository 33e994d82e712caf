package jfs.apps;

import java.util.ArrayList;
import java.util.List;

/**
 * The octree of Barnes and Hut (1986) in two parts: its upper levels down to a fixed one, and below
 * them the trees of that level's cubes, the domains, which different processes make. A tree depends
 * only on the bodies in it, not on their order, nor on the process that makes it.
 */
final class Octree {

  private static final int LEVELS = 3;

  /** How many domains there are. */
  static final int DOMAINS = 1 << (3 * LEVELS);

  /** Bodies that this many levels cannot tell apart are in the same place. */
  private static final int MOST_LEVELS = 100;

  private final Cube root;

  /** The octree of a cube that holds all bodies. */
  Octree(Cube root) {
    this.root = root;
  }

  /** In which domain a body is. */
  int domain(Body body) {
    int domain = 0;
    Cube cube = root;
    for (int level = 0; level < LEVELS; level++) {
      int octant = cube.octant(body);
      cube = cube.part(octant);
      domain = 8 * domain + octant;
    }
    return domain;
  }

  /** How many bodies are in each domain. */
  int[] counts(List<Body> bodies) {
    int[] counts = new int[DOMAINS];
    for (Body body : bodies) {
      counts[domain(body)]++;
    }
    return counts;
  }

  /** The trees of the domains from {@code begin} to before {@code end}: null where it is empty. */
  Cell[] domains(List<Body> bodies, int begin, int end) {
    List<List<Body>> byDomain = lists(end - begin);
    for (Body body : bodies) {
      byDomain.get(domain(body) - begin).add(body);
    }
    Cell[] cells = new Cell[end - begin];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = cell(byDomain.get(i), cube(begin + i), LEVELS);
    }
    return cells;
  }

  private Cube cube(int domain) {
    Cube cube = root;
    for (int level = LEVELS - 1; level >= 0; level--) {
      cube = cube.part((domain >> (3 * level)) & 7);
    }
    return cube;
  }

  private static Cell cell(List<Body> bodies, Cube cube, int level) {
    if (bodies.size() < 2) {
      return bodies.isEmpty() ? null : Cell.of(bodies.get(0));
    }
    if (level > MOST_LEVELS) {
      throw new IllegalStateException(bodies.size() + " bodies are in the same place");
    }
    List<List<Body>> byOctant = lists(8);
    for (Body body : bodies) {
      byOctant.get(cube.octant(body)).add(body);
    }
    Cell[] octants = new Cell[8];
    for (int i = 0; i < octants.length; i++) {
      octants[i] = cell(byOctant.get(i), cube.part(i), level + 1);
    }
    return Cell.of(octants, cube.width());
  }

  private static List<List<Body>> lists(int count) {
    List<List<Body>> lists = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  /** The whole tree, made of those of all domains. */
  Cell join(Cell[] domains) {
    Cell[] cells = domains;
    double width = root.width() / (1 << LEVELS);
    while (cells.length > 1) {
      width *= 2;
      Cell[] larger = new Cell[cells.length / 8];
      for (int i = 0; i < larger.length; i++) {
        Cell[] octants = new Cell[8];
        System.arraycopy(cells, 8 * i, octants, 0, 8);
        larger[i] = Cell.of(octants, width);
      }
      cells = larger;
    }
    return cells[0];
  }
}
