package jfs.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfs.testing.Structure;
import org.junit.jupiter.api.Test;

class StructureTest {

  @Test
  void nothingIsInACircle() throws Exception {
    Structure structure = Structure.ofModuleOf(ShmProvider.class);
    assertEquals(List.of(), structure.circlesOfPackages());
    assertEquals(List.of(), structure.circlesOfClasses());
  }
}
