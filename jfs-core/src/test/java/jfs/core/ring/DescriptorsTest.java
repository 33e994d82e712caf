package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Offsets and sizes that a peer may send, and those that it may not. */
class DescriptorsTest {

  private static final int UNIT = RingLayout.CHUNK_UNIT;
  private static final int SIZE = 20 * UNIT;

  private final ByteBuffer memory = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());

  @ParameterizedTest
  @CsvSource({"0, 1", "8, 1", "512, 1", "64, 19", "0, 20", "77824, 1", "65536, 4"})
  void aChunkInTheMemoryIsOne(int offset, int units) {
    Chunk chunk = Chunk.of(memory, (long) units << 40 | offset);
    assertEquals(new Chunk(memory, offset, units * UNIT), chunk);
    assertEquals((long) units << 40 | offset, chunk.descriptor());
    assertEquals(units * UNIT - RingLayout.CHUNK_HEADER, chunk.capacity());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0", // empty
    "8, 0",
    "4, 1", // misaligned
    "1, 1",
    "63, 1",
    "0, 21", // too large
    "77832, 1", // beyond the end by a word
    "81920, 1", // behind the end
    "2147483640, 1", // where an int overflows
    "2147483648, 1",
    "4294967296, 1", // what an int would cut to 0
    "1099511627768, 1",
    "0, 4097", // more than a chunk may have
    "0, 524288", // a size of 2^31
    "0, 1048576", // a size of 2^32
    "0, 16777215",
  })
  void aChunkElsewhereIsNone(long offset, long units) {
    assertNull(Chunk.of(memory, units << 40 | offset));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62})
  void nonsenseIsNoChunk(long descriptor) {
    assertNull(Chunk.of(memory, descriptor));
  }

  @Test
  void theLargestChunkIsOne() {
    ByteBuffer large = ByteBuffer.allocateDirect(RingLayout.MAX_CHUNK);
    assertNotNull(Chunk.of(large, (long) (RingLayout.MAX_CHUNK / UNIT) << 40));
    assertNull(Chunk.of(large, (long) (RingLayout.MAX_CHUNK / UNIT + 1) << 40));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 8, 512, SIZE - RingLayout.CONTROL_SIZE})
  void aControlBlockInTheMemoryIsOne(long offset) {
    assertEquals(new ControlBlock(memory, (int) offset), ControlBlock.of(memory, offset));
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        -8,
        1,
        4,
        SIZE - RingLayout.CONTROL_SIZE + 8,
        SIZE,
        1L << 31,
        1L << 32,
        1L << 62,
        Long.MAX_VALUE - 7,
        Long.MAX_VALUE,
        Long.MIN_VALUE
      })
  void aControlBlockElsewhereIsNone(long offset) {
    assertNull(ControlBlock.of(memory, offset));
  }

  @Test
  void aMemoryTooSmallHasNone() {
    ByteBuffer small = ByteBuffer.allocateDirect(RingLayout.CONTROL_SIZE - 8);
    assertNull(ControlBlock.of(small, 0));
    assertNull(Chunk.of(small, 1L << 40));
  }
}
