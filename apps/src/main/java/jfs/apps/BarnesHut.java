package jfs.apps;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The gravity of many bodies, by the algorithm of Barnes and Hut (1986). As in the Manta paper, a
 * process gets all that it may need of the others in one collective exchange before it computes:
 * the parts of their trees that are essential to its bodies.
 *
 * <p>Processes own cubes of space, so in each step bodies may go to another process. The trees of
 * these cubes, and all that is above them, are the same whichever process makes them, and the
 * receiver would not look at the parts that are cut from a tree. So the partition changes no bit.
 */
final class BarnesHut implements App {

  private static final int STEPS = 2;
  private static final double STEP = 0.01;

  private final World world;
  private final Collectives all;
  private final int size;
  private final int steps;
  private List<Body> bodies;

  BarnesHut(World world, int size, long seed) {
    this(world, size, seed, STEPS);
  }

  BarnesHut(World world, int size, long seed, int steps) {
    this.world = world;
    this.size = size;
    this.steps = steps;
    all = new Collectives(world);
    List<Body> everybody = new ArrayList<>();
    Plummer plummer = new Plummer(size, seed);
    for (int id = 0; id < size; id++) {
      everybody.add(plummer.body(id));
    }
    Octree octree = new Octree(Box.around(everybody).cube());
    Domains domains = new Domains(octree.counts(everybody), size, world.processes());
    bodies = byOwner(everybody, octree, domains).get(world.rank());
  }

  @Override
  public void compute() {
    accelerate();
    for (int i = 0; i < steps; i++) {
      for (Body body : bodies) {
        body.kick(STEP / 2);
        body.drift(STEP);
      }
      accelerate();
      for (Body body : bodies) {
        body.kick(STEP / 2);
      }
    }
  }

  private void accelerate() {
    Octree octree = new Octree(all.allReduce(Box.around(bodies), Box::and).cube());
    Domains domains = share(octree);
    migrate(octree, domains);
    Cell root = octree.join(exchange(octree, domains));
    for (Body body : bodies) {
      body.rest();
      root.attract(body);
    }
  }

  private Domains share(Octree octree) {
    int[] counts = all.allReduce(octree.counts(bodies), BarnesHut::sum);
    return new Domains(counts, size, world.processes());
  }

  private static int[] sum(int[] a, int[] b) {
    int[] sum = new int[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  /** Sends each body to the process that owns its present domain. */
  private void migrate(Octree octree, Domains domains) {
    List<Body[]> parts = new ArrayList<>();
    for (List<Body> part : byOwner(bodies, octree, domains)) {
      parts.add(part.toArray(new Body[0]));
    }
    bodies = new ArrayList<>();
    for (Body[] part : all.exchange(parts, Body[].class)) {
      bodies.addAll(Arrays.asList(part));
    }
  }

  private List<List<Body>> byOwner(List<Body> from, Octree octree, Domains domains) {
    List<List<Body>> byOwner = new ArrayList<>();
    for (int rank = 0; rank < world.processes(); rank++) {
      byOwner.add(new ArrayList<>());
    }
    for (Body body : from) {
      byOwner.get(domains.owner(octree.domain(body))).add(body);
    }
    return byOwner;
  }

  /** The trees of all domains: this process's own, and what is essential to it of the others'. */
  private Cell[] exchange(Octree octree, Domains domains) {
    int rank = world.rank();
    Cell[] own = octree.domains(bodies, domains.begin(rank), domains.begin(rank + 1));
    List<Box> boxes = all.gather(Box.around(bodies), Box.class);
    List<CellForest> parts = new ArrayList<>();
    for (int to = 0; to < boxes.size(); to++) {
      parts.add(to == rank ? null : new CellForest(essential(own, boxes.get(to))));
    }
    parts = all.exchange(parts, CellForest.class);
    Cell[] trees = new Cell[Octree.DOMAINS];
    for (int from = 0; from < parts.size(); from++) {
      Cell[] roots = from == rank ? own : parts.get(from).roots();
      System.arraycopy(roots, 0, trees, domains.begin(from), roots.length);
    }
    return trees;
  }

  private static Cell[] essential(Cell[] cells, Box box) {
    Cell[] essential = new Cell[cells.length];
    for (int i = 0; i < cells.length; i++) {
      essential[i] = cells[i] == null ? null : cells[i].essentialTo(box);
    }
    return essential;
  }

  /** The bodies that this process now has, in no particular order. */
  List<Body> bodies() {
    return bodies;
  }

  @Override
  public void addTo(Checksum checksum) {
    for (Body body : bodies) {
      double[] values = {body.x, body.y, body.z, body.velocityX, body.velocityY, body.velocityZ};
      for (int i = 0; i < values.length; i++) {
        checksum.add((long) values.length * body.id + i, values[i]);
      }
    }
  }
}
