package jfs.agent.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the agent puts into {@code java.nio}: as safe as the JDK's views, on every JDK. */
class DirectWordsAgentTest {

  private static final int SIZE = 64;

  private final DirectWords words = new DirectWords();
  private final ByteBuffer memory = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());

  @Test
  void fitThisJdk() {
    assertTrue(words.isAvailable());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, SIZE - 8})
  void readAndWriteWhereTheyAreTold(int at) {
    words.setRelease(memory, at, 0x0123_4567_89AB_CDEFL);
    assertEquals(0x0123_4567_89AB_CDEFL, memory.getLong(at));
    assertEquals(memory.getLong(at), words.getAcquire(memory, at));
    words.setVolatile(memory, at + 4, -2);
    assertEquals(-2, memory.getInt(at + 4));
    assertEquals(-2, words.getVolatile(memory, at + 4));
    assertEquals(-2, words.getAndSet(memory, at + 4, 5));
    assertEquals(5, words.getAndBitwiseOr(memory, at + 4, 8));
    assertEquals(false, words.compareAndSet(memory, at + 4, 5, 1));
    assertEquals(true, words.compareAndSet(memory, at + 4, 13, 1));
    assertEquals(1, memory.getInt(at + 4));
  }

  @Test
  void mindWhereASliceBegins() {
    ByteBuffer slice = memory.slice(16, 16);
    words.setRelease(slice, 8, 7);
    assertEquals(7, memory.getLong(24));
    assertThrows(IndexOutOfBoundsException.class, () -> words.getAcquire(slice, 16));
  }

  @ParameterizedTest
  @ValueSource(ints = {-8, -1, SIZE - 7, SIZE, Integer.MAX_VALUE - 7, Integer.MIN_VALUE})
  void neverLeaveTheMemory(int at) {
    assertThrows(IndexOutOfBoundsException.class, () -> words.getAcquire(memory, at));
    assertThrows(IndexOutOfBoundsException.class, () -> words.setRelease(memory, at, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {-4, SIZE - 3, SIZE, Integer.MIN_VALUE})
  void neverLeaveTheMemoryWithShortWords(int at) {
    assertThrows(IndexOutOfBoundsException.class, () -> words.getVolatile(memory, at));
    assertThrows(IndexOutOfBoundsException.class, () -> words.setVolatile(memory, at, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> words.getAndSet(memory, at, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> words.getAndBitwiseOr(memory, at, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> words.compareAndSet(memory, at, 0, 0));
  }

  @Test
  void refuseWhatIsMisalignedOrOnTheHeap() {
    assertThrows(IllegalArgumentException.class, () -> words.getAcquire(memory, 4));
    assertThrows(IllegalArgumentException.class, () -> words.getVolatile(memory, 2));
    ByteBuffer heap = ByteBuffer.allocate(SIZE);
    assertThrows(IllegalArgumentException.class, () -> words.setRelease(heap, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> words.setVolatile(heap, 0, 1));
  }

  @Test
  void writeNothingThatIsReadOnly() {
    ByteBuffer readOnly = memory.asReadOnlyBuffer();
    assertEquals(0, words.getAcquire(readOnly, 0));
    assertThrows(ReadOnlyBufferException.class, () -> words.setRelease(readOnly, 0, 1));
    assertThrows(ReadOnlyBufferException.class, () -> words.setVolatile(readOnly, 0, 1));
    assertThrows(ReadOnlyBufferException.class, () -> words.getAndSet(readOnly, 0, 1));
    assertThrows(ReadOnlyBufferException.class, () -> words.getAndBitwiseOr(readOnly, 0, 1));
    assertThrows(ReadOnlyBufferException.class, () -> words.compareAndSet(readOnly, 0, 0, 1));
  }

  /** As Java offers from 22 on. Without an answer the JVM would crash. */
  @Test
  void refuseMemoryThatIsUnmapped() throws Exception {
    assumeTrue(Runtime.version().feature() >= 22, "memory stays until it is collected");
    Class<?> arenas = Class.forName("java.lang.foreign.Arena");
    Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
    Object arena = arenas.getMethod("ofShared").invoke(null);
    Object segment =
        arenas.getMethod("allocate", long.class, long.class).invoke(arena, SIZE, Long.BYTES);
    ByteBuffer buffer = (ByteBuffer) segments.getMethod("asByteBuffer").invoke(segment);
    words.setRelease(buffer, 8, 3);
    assertEquals(3, words.getAcquire(buffer, 8));
    arenas.getMethod("close").invoke(arena);
    assertThrows(IllegalStateException.class, () -> words.getAcquire(buffer, 8));
    assertThrows(IllegalStateException.class, () -> words.setRelease(buffer, 8, 4));
    assertThrows(IllegalStateException.class, () -> words.compareAndSet(buffer, 8, 3, 4));
  }
}
