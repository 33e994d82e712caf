package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class BarnesHutTest {

  private static final int BODIES = 600;

  private static List<Body> run(int steps) throws Exception {
    List<Body> all = new ArrayList<>();
    for (List<Body> part :
        Together.run(
            4,
            world -> {
              BarnesHut program = new BarnesHut(world, BODIES, 13, steps);
              program.compute();
              return program.bodies();
            })) {
      assertFalse(part.isEmpty());
      all.addAll(part);
    }
    all.sort(Comparator.comparingInt(body -> body.id));
    return all;
  }

  private static double sum(List<Body> bodies, ToDoubleFunction<Body> of) {
    return bodies.stream().mapToDouble(of).sum();
  }

  private static double energy(List<Body> bodies) {
    double energy =
        sum(
            bodies,
            body ->
                0.5
                    * body.mass
                    * (body.velocityX * body.velocityX
                        + body.velocityY * body.velocityY
                        + body.velocityZ * body.velocityZ));
    for (Body body : bodies) {
      for (int other = 0; other < body.id; other++) {
        energy += body.potential(bodies.get(other));
      }
    }
    return energy;
  }

  @Test
  void losesNoBody() throws Exception {
    List<Body> bodies = run(3);
    for (int id = 0; id < BODIES; id++) {
      assertEquals(id, bodies.get(id).id);
    }
    assertEquals(BODIES, bodies.size());
  }

  /** The mean error is below a hundredth of the mean acceleration. */
  @Test
  void acceleratesAboutAsTheSumOverAllBodiesDoes() throws Exception {
    List<Body> bodies = run(0);
    double error = 0;
    double whole = 0;
    for (Body body : bodies) {
      double[] approximate = body.acceleration();
      body.rest();
      for (Body other : bodies) {
        body.attract(other.mass, other.x, other.y, other.z);
      }
      double[] exact = body.acceleration();
      error +=
          Math.hypot(
              Math.hypot(exact[0] - approximate[0], exact[1] - approximate[1]),
              exact[2] - approximate[2]);
      whole += Math.hypot(Math.hypot(exact[0], exact[1]), exact[2]);
    }
    assertTrue(error > 0, "an octree approximates");
    assertEquals(0, error / whole, 0.01);
  }

  /** To a thousandth: a cell's attraction is not exactly that of the bodies in it. */
  @Test
  void conservesEnergy() throws Exception {
    double before = energy(run(0));
    assertEquals(before, energy(run(20)), 1e-3 * Math.abs(before));
  }

  /**
   * To a thousandth of the speed of a body: a body and a cell do not attract each other equally.
   */
  @Test
  void conservesMomentum() throws Exception {
    List<Body> before = run(0);
    List<Body> after = run(20);
    List<ToDoubleFunction<Body>> components =
        List.of(
            body -> body.mass * body.velocityX,
            body -> body.mass * body.velocityY,
            body -> body.mass * body.velocityZ);
    for (ToDoubleFunction<Body> component : components) {
      assertEquals(sum(before, component), sum(after, component), 1e-3);
    }
  }
}
