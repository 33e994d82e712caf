package jfs.apps;

import java.util.Arrays;

/**
 * Molecular dynamics of a droplet of water, each molecule with each: the n-squared program that the
 * Manta paper took from SPLASH, simplified. There is no box and no cutoff, so energy is conserved;
 * the integration is velocity Verlet in place of a predictor and corrector.
 *
 * <p>Processes own blocks of molecules. Of two processes, one gets the other's places and gives
 * back the forces on them; two that are opposite in the ring of ranks each do one half of that. The
 * sums are of integers (see {@link WaterForces}), so the partition changes no bit.
 */
final class Water implements App {

  private static final int C = WaterForces.COORDINATES;
  private static final int STEPS = 6;
  private static final double STEP = 0.0005;

  private final World world;
  private final Blocks blocks;
  private final int steps;
  private final WaterForces forces = new WaterForces();
  private final int molecules;
  private final double[] place;
  private final double[] velocity;
  private final long[] force;
  private double potential;

  Water(World world, int size, long seed) {
    this(world, size, seed, STEPS);
  }

  Water(World world, int size, long seed, int steps) {
    this.world = world;
    this.steps = steps;
    blocks = new Blocks(size, world.processes());
    molecules = blocks.size(world.rank());
    place = new double[C * molecules];
    velocity = new double[C * molecules];
    force = new long[C * molecules];
    WaterDroplet droplet = new WaterDroplet(size, seed);
    for (int i = 0; i < molecules; i++) {
      droplet.set(blocks.begin(world.rank()) + i, place, velocity, C * i);
    }
  }

  @Override
  public void compute() {
    computeForces();
    for (int i = 0; i < steps; i++) {
      kick();
      for (int k = 0; k < place.length; k++) {
        place[k] += STEP * velocity[k];
      }
      computeForces();
      kick();
    }
  }

  private void kick() {
    for (int k = 0; k < velocity.length; k++) {
      velocity[k] += STEP / 2 * WaterForces.UNIT * force[k] / mass(k);
    }
  }

  private static double mass(int coordinate) {
    return coordinate % C < 3 ? WaterForces.OXYGEN_MASS : WaterForces.HYDROGEN_MASS;
  }

  private void computeForces() {
    int processes = world.processes();
    for (int distance = 1; 2 * distance <= processes; distance++) {
      world.send(Math.floorMod(world.rank() - distance, processes), place);
    }
    Arrays.fill(force, 0);
    for (int i = 0; i < molecules; i++) {
      forces.inside(place, C * i, force);
      for (int j = 0; j < i; j++) {
        forces.between(place, C * i, force, place, C * j, force);
      }
    }
    for (int distance = 1; 2 * distance <= processes; distance++) {
      int other = (world.rank() + distance) % processes;
      world.send(other, forcesOn(other, 2 * distance == processes));
    }
    for (int distance = 1; 2 * distance <= processes; distance++) {
      int other = Math.floorMod(world.rank() - distance, processes);
      long[] more = world.receive(other, long[].class);
      for (int k = 0; k < force.length; k++) {
        force[k] += more[k];
      }
    }
    potential = forces.takeEnergy();
  }

  /**
   * Adds the forces between this process's molecules and another's; returns those on the other's.
   */
  private long[] forcesOn(int other, boolean half) {
    double[] theirs = world.receive(other, double[].class);
    long[] onTheirs = new long[theirs.length];
    // The halves are those of the lower rank's molecules, so that the two processes agree.
    int end = half && world.rank() < other ? molecules / 2 : molecules;
    int begin = half && world.rank() > other ? blocks.size(other) / 2 : 0;
    for (int i = 0; i < end; i++) {
      for (int j = begin; j < blocks.size(other); j++) {
        forces.between(place, C * i, force, theirs, C * j, onTheirs);
      }
    }
    return onTheirs;
  }

  /** The potential energy of the pairs that this process has computed, and its kinetic energy. */
  double energy() {
    double kinetic = 0;
    for (int k = 0; k < velocity.length; k++) {
      kinetic += 0.5 * mass(k) * velocity[k] * velocity[k];
    }
    return potential + kinetic;
  }

  /** One component, of x, y and z, of the momentum of this process's molecules. */
  double momentum(int axis) {
    double momentum = 0;
    for (int k = axis; k < velocity.length; k += 3) {
      momentum += mass(k) * velocity[k];
    }
    return momentum;
  }

  @Override
  public void addTo(Checksum checksum) {
    long first = 2L * C * blocks.begin(world.rank());
    for (int k = 0; k < place.length; k++) {
      checksum.add(first + 2L * k, place[k]);
      checksum.add(first + 2L * k + 1, velocity[k]);
    }
  }
}
