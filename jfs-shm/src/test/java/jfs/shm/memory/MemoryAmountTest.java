package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MemoryAmountTest {

  @Test
  void amountsAreReadable() {
    assertEquals("64 MiB", MemoryAmount.words(64L << 20));
    assertEquals("1.5 GiB", MemoryAmount.words(3L << 29));
  }
}
