package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import jfs.natives.NativeLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RingMemoryTest {

  private static final int SIZE = 4 << 20;

  @BeforeEach
  void needsTheLibrary() {
    assumeTrue(NativeLibrary.isLoaded());
  }

  @Test
  void takesNothingOfTheProgramsDirectMemory() throws IOException {
    BufferPoolMXBean direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();
    long before = direct.getTotalCapacity();
    ByteBuffer memory = RingMemory.map(SIZE);
    assertTrue(direct.getTotalCapacity() - before < SIZE, direct::toString);
    assertTrue(memory.isDirect());
    assertEquals(SIZE, memory.capacity());
  }

  @Test
  void isItsOwnersAndOfNobodyElse() throws IOException {
    ByteBuffer one = RingMemory.map(SIZE);
    ByteBuffer other = RingMemory.map(SIZE);
    one.put(SIZE - 1, (byte) 1);
    assertEquals(0, other.get(SIZE - 1));
    assertEquals(1, one.get(SIZE - 1));
  }

  @Test
  void whatCannotBeIsToldAtOnce() {
    assertThrows(IOException.class, () -> RingMemory.map(0));
  }
}
