package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;

/**
 * Both ends of a ring, and the bytes that go through it. Byte {@code p} of the stream is a function
 * of {@code p}, so that a test sees any loss, repetition or move. The bytes are in arrays, heap
 * buffers and direct buffers in turn. For one thread.
 */
final class Direction {

  final GuardedArena arena;
  final ControlBlock control;
  final RingSender sender;
  final RingReceiver receiver;

  Direction(int firstChunk, int memory) {
    arena = new GuardedArena(RingLayout.CONTROL_SIZE + memory);
    control = arena.newControl();
    Chunk first = arena.allocate(firstChunk);
    sender = new RingSender(control, first, arena);
    receiver = new RingReceiver(control, first);
  }

  private int puts;
  private int takes;

  static byte byteAt(long position) {
    return (byte) ((position * 0x9e3779b97f4a7c15L) >>> 56);
  }

  /** Puts as many of the stream's next bytes as there is room for, up to {@code length}. */
  int put(int length) throws CorruptRingException {
    byte[] bytes = new byte[length + 2];
    for (int i = 0; i < length; i++) {
      bytes[i + 1] = byteAt(sender.position() + i);
    }
    if (puts++ % 3 == 0) {
      return sender.put(bytes, 1, length);
    }
    ByteBuffer from =
        puts % 3 == 0 ? ByteBuffer.allocateDirect(bytes.length).put(bytes) : ByteBuffer.wrap(bytes);
    from.limit(length + 1).position(1);
    int n = sender.put(from, length);
    assertEquals(1 + n, from.position());
    assertEquals(length + 1, from.limit());
    return n;
  }

  /**
   * Takes up to {@code length} bytes; checks that they are the next ones and that it wrote no more.
   */
  int take(int length) throws CorruptRingException {
    byte[] bytes = new byte[length + 2];
    long from = receiver.position();
    int n = take(bytes, length);
    for (int i = 0; i < bytes.length; i++) {
      byte wanted = i >= 1 && i <= n ? byteAt(from + i - 1) : 0;
      if (bytes[i] != wanted) {
        throw new AssertionError("byte " + i + " of " + n + " from " + from);
      }
    }
    assertEquals(from + n, receiver.position());
    return n;
  }

  private int take(byte[] bytes, int length) throws CorruptRingException {
    if (takes++ % 3 == 0) {
      return receiver.take(bytes, 1, length);
    }
    ByteBuffer to =
        takes % 3 == 0
            ? ByteBuffer.allocateDirect(bytes.length)
            : ByteBuffer.allocate(bytes.length);
    to.limit(length + 1).position(1);
    int n = receiver.take(to);
    assertEquals(1 + n, to.position());
    assertEquals(length + 1, to.limit());
    to.clear().get(bytes);
    return n;
  }

  /** Takes everything there is, in pieces. */
  long drain(int piece) throws CorruptRingException {
    long sum = 0;
    int n;
    do {
      n = take(piece);
      sum += n;
    } while (n > 0);
    return sum;
  }

  /** Pretends that so many bytes have already passed through the ring, which is empty. */
  void skipTo(long position) {
    set(RingSender.class, sender, "tail", position);
    set(RingSender.class, sender, "head", position);
    set(RingSender.class, sender, "start", position - 1);
    set(RingReceiver.class, receiver, "head", position);
    set(RingReceiver.class, receiver, "limit", position);
    set(RingReceiver.class, receiver, "tail", position);
    control.tail(position);
    control.head(position);
  }

  /** The chunk that a receiver is in. */
  static Chunk chunkOf(RingReceiver receiver) {
    try {
      return new Chunk(
          (ByteBuffer) field(RingReceiver.class, "memory").get(receiver),
          field(RingReceiver.class, "chunk").getInt(receiver),
          field(RingReceiver.class, "capacity").getInt(receiver) + RingLayout.CHUNK_HEADER);
    } catch (IllegalAccessException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static void set(Class<?> type, Object object, String name, long value) {
    try {
      field(type, name).setLong(object, value);
    } catch (IllegalAccessException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
