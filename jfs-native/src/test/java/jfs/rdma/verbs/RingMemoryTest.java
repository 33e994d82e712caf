package jfs.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import jfs.natives.NativeLibrary;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RingMemoryTest {

  private static final int SIZE = 4 << 20;
  private static final int RING = 1 << 20;

  @BeforeEach
  void needsTheLibrary() {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
  }

  @Test
  void takesNothingOfTheProgramsDirectMemory() throws IOException {
    BufferPoolMXBean direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();
    RingMemory memory = RingMemory.ofSize(SIZE);
    long before = direct.getTotalCapacity();
    ByteBuffer ring = memory.fill(RING, RING);
    assertTrue(direct.getTotalCapacity() - before < RING, direct::toString);
    assertTrue(ring.isDirect());
    assertEquals(RING, ring.capacity());
  }

  @Test
  void whatWasDrainedIsEmptyWhenItIsFilledAgain() throws IOException {
    RingMemory memory = RingMemory.ofSize(SIZE);
    ByteBuffer one = memory.fill(0, RING);
    ByteBuffer other = memory.fill(RING, RING);
    one.put(RING - 1, (byte) 1);
    other.put(0, (byte) 2);
    memory.drain(0, RING);
    assertEquals(0, memory.fill(0, RING).get(RING - 1), "no page was given back");
    assertEquals(2, other.get(0));
  }

  @Test
  void whatCannotBeIsToldAtOnce() throws IOException {
    assertThrows(IOException.class, () -> RingMemory.ofSize(0));
    RingMemory memory = RingMemory.ofSize(SIZE);
    assertThrows(IOException.class, () -> memory.fill(SIZE, RING));
  }
}
