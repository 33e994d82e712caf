package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shared memory for one direction, between two regions of a pattern that no code may touch, and a
 * pool that records its chunks. For one thread.
 */
final class GuardedArena implements ChunkPool {

  private static final int GUARD = 4096;
  private static final byte PATTERN = (byte) 0xa5;
  private static final ByteBuffer INTACT = pattern();

  final ByteBuffer memory;
  private final ByteBuffer whole;

  /** The chunks that are given out now, in that order. */
  final List<Chunk> held = new ArrayList<>();

  /** The chunks that came back, in that order. */
  final List<Chunk> freed = new ArrayList<>();

  /** Whether chunks lie where there is no memory: they cannot be begun. */
  boolean isOutside;

  /** Whether the heap is full. */
  boolean heapIsFull;

  /** Whether the stack overflows while a chunk is given back. */
  boolean stackIsFull;

  private final Map<Integer, Deque<Chunk>> reusable = new HashMap<>();
  private int used = RingLayout.CONTROL_SIZE;

  GuardedArena(int size) {
    whole = ByteBuffer.allocateDirect(GUARD + size + GUARD + 64).alignedSlice(64);
    memory = whole.slice(GUARD, size).order(ByteOrder.nativeOrder());
    whole.put(0, INTACT, 0, GUARD);
    whole.put(GUARD + size, INTACT, 0, GUARD);
  }

  private static ByteBuffer pattern() {
    ByteBuffer bytes = ByteBuffer.allocateDirect(GUARD);
    while (bytes.hasRemaining()) {
      bytes.put(PATTERN);
    }
    return bytes.flip();
  }

  /** Forgets all chunks, as if new. */
  void reset() {
    held.clear();
    freed.clear();
    reusable.clear();
    used = RingLayout.CONTROL_SIZE;
  }

  /** The control block, at the beginning; cleared. */
  ControlBlock newControl() {
    ControlBlock control = new ControlBlock(memory, 0);
    control.clear();
    return control;
  }

  void assertIntact() {
    assertEquals(-1, whole.slice(0, GUARD).mismatch(INTACT), "written before the memory");
    int end = GUARD + memory.capacity();
    assertEquals(-1, whole.slice(end, GUARD).mismatch(INTACT), "written after the memory");
  }

  @Override
  public Chunk allocate(int size) {
    needHeap();
    if (isOutside) {
      held.add(new Chunk(memory, memory.capacity(), size));
      return held.get(held.size() - 1);
    }
    Deque<Chunk> same = reusable.get(size);
    Chunk chunk = same == null ? null : same.pollLast();
    if (chunk == null) {
      if (size > memory.capacity() - used) {
        return null;
      }
      chunk = new Chunk(memory, used, size);
      used += size;
    }
    held.add(chunk);
    return chunk;
  }

  @Override
  public void free(Chunk chunk) {
    needHeap();
    assertTrue(held.remove(chunk), chunk + " is freed but not held");
    freed.add(chunk);
    reusable.computeIfAbsent(chunk.size(), any -> new ArrayDeque<>()).add(chunk);
    if (stackIsFull) {
      throw new StackOverflowError();
    }
  }

  private void needHeap() {
    if (heapIsFull) {
      throw new OutOfMemoryError();
    }
  }
}
