package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class WaterTest {

  private static final int MOLECULES = 40;

  private static List<Water> run(int steps) throws Exception {
    return Together.run(
        2,
        world -> {
          Water water = new Water(world, MOLECULES, 11, steps);
          water.compute();
          return water;
        });
  }

  private static double sum(List<Water> parts, ToDoubleFunction<Water> of) {
    return parts.stream().mapToDouble(of).sum();
  }

  /** To a hundredth of the energy of heat, 5/2 kJ/mol, for each molecule. */
  @Test
  void conservesEnergy() throws Exception {
    assertEquals(sum(run(0), Water::energy), sum(run(40), Water::energy), 0.01 * 2.5 * MOLECULES);
  }

  /** Actions are exactly reactions: what is left is the rounding of velocities. */
  @Test
  void conservesMomentum() throws Exception {
    List<Water> begin = run(0);
    List<Water> end = run(40);
    for (int axis = 0; axis < 3; axis++) {
      int component = axis;
      assertEquals(
          sum(begin, part -> part.momentum(component)),
          sum(end, part -> part.momentum(component)),
          1e-9);
    }
  }

  @Test
  void moves() throws Exception {
    assertNotEquals(
        run(0).get(0).momentum(0), run(40).get(0).momentum(0), "one part's momentum changes");
  }
}
