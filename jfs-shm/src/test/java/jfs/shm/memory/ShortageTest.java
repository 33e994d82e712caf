package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import jfs.testing.ForkedMain;
import org.junit.jupiter.api.Test;

class ShortageTest {

  @Test
  void isSaidOnceOfEachKind() throws Exception {
    List<String> said = ForkedMain.run(MemoryShort.class, List.of()).lines().toList();
    assertEquals(4, said.size(), said::toString);
    assertEquals("spilled", said.get(0));
    assertTrue(said.get(1).contains("this JVM takes 0 MiB at most"), said.get(1));
    assertTrue(said.get(2).contains("little shared memory is left in the folder"), said.get(2));
    assertEquals("asked 1", said.get(3));
  }
}
