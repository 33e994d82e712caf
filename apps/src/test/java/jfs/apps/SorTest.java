package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SorTest {

  @Test
  void convergesToTheSolution() throws Exception {
    for (double error :
        Together.run(
            2,
            world -> {
              Sor sor = new Sor(world, 40, 7);
              sor.compute();
              return sor.error();
            })) {
      assertEquals(0, error, 1e-9);
    }
  }

  @Test
  void refusesAGridWithFewerRowsThanProcesses() {
    assertThrows(IllegalArgumentException.class, () -> new Sor(World.alone(), 2, 7));
  }
}
