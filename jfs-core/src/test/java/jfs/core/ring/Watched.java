package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory with known contents: shows a write to a place where it is not allowed. */
final class Watched {

  final GuardedArena arena;
  final ByteBuffer shadow;

  Watched(GuardedArena arena) {
    this.arena = arena;
    shadow = ByteBuffer.allocateDirect(arena.memory.capacity()).order(ByteOrder.nativeOrder());
  }

  /** Accepts all that was written so far. */
  void accept() {
    accept(0, shadow.capacity());
  }

  /** Accepts what was written here. */
  void accept(int at, int size) {
    shadow.put(at, arena.memory, at, size);
  }

  /** Accepts that this word has become that value, but no other. */
  void mayBe(int at, long value) {
    long now = arena.memory.getLong(at);
    if (now != shadow.getLong(at)) {
      assertEquals(value, now);
      shadow.putLong(at, now);
    }
  }

  void assertNothingElseWritten() {
    int at = shadow.mismatch(arena.memory);
    if (at >= 0) {
      throw new AssertionError("written at " + at);
    }
  }
}
