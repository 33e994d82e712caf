package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfs.testing.Structure;
import org.junit.jupiter.api.Test;

class StructureTest {

  @Test
  void nothingIsInACircleNorTooLong() throws Exception {
    Structure structure = Structure.ofModuleOf(Bench.class);
    assertEquals(List.of(), structure.circlesOfPackages());
    assertEquals(List.of(), structure.circlesOfClasses());
    assertEquals(List.of(), structure.sourcesOfMoreThan(400));
  }
}
