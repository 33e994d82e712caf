package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory of which is known what it must hold: whoever writes elsewhere than it may is found. */
final class Watched {

  final GuardedArena arena;
  final ByteBuffer shadow;

  Watched(GuardedArena arena) {
    this.arena = arena;
    shadow = ByteBuffer.allocateDirect(arena.memory.capacity()).order(ByteOrder.nativeOrder());
  }

  /** Whatever was written so far was right. */
  void accept() {
    accept(0, shadow.capacity());
  }

  /** Whatever was written here was right. */
  void accept(int at, int size) {
    shadow.put(at, arena.memory, at, size);
  }

  /** This word may have become that value, and no other. */
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
