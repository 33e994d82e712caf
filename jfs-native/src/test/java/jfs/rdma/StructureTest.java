package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import jfs.testing.Structure;
import org.junit.jupiter.api.Test;

class StructureTest {

  /** The classes in the largest circle. It is to become 2, and must not grow. */
  private static final int MOST = 28;

  @Test
  void noPackagesAndFewClassesAreInACircle() throws Exception {
    Structure structure = Structure.ofModuleOf(RdmaProvider.class);
    assertEquals(List.of(), structure.circlesOfPackages());
    for (Set<String> circle : structure.circlesOfClasses()) {
      assertTrue(circle.size() <= MOST, () -> circle.size() + ": " + circle);
    }
  }
}
