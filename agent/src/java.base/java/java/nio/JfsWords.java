package java.nio;

import java.lang.ref.Reference;
import jdk.internal.misc.ScopedMemoryAccess;
import jdk.internal.misc.Unsafe;

/**
 * Reads and writes words of direct buffers with an order, by the calls that a {@link
 * java.lang.invoke.MethodHandles#byteBufferViewVarHandle} ends in. But a call of a VarHandle goes
 * through a dozen methods first. Until C2 has compiled the caller, that is most of what a ring
 * costs; and C1 makes 5 KB of machine code of each call.
 *
 * <p>The agent defines this class in java.base, where it may see a buffer's address. It is compiled
 * for JDK 17. Later JDKs have another type and another name for a buffer's scope: the build makes
 * a copy for them, see the agent's pom.
 */
public final class JfsWords {

  private static final ScopedMemoryAccess ACCESS = ScopedMemoryAccess.getScopedMemoryAccess();

  private JfsWords() {}

  /**
   * Whether this JDK has what these methods call, and it does what they want.
   *
   * @throws LinkageError if it has not
   */
  public static boolean work() {
    // Not a buffer: the program may have taken all direct memory that there may be.
    long memory = Unsafe.getUnsafe().allocateMemory(Long.BYTES);
    try {
      return work(ByteBuffer.allocate(0), memory, memory + Integer.BYTES);
    } finally {
      Unsafe.getUnsafe().freeMemory(memory);
    }
  }

  private static boolean work(ByteBuffer heap, long first, long second) {
    ACCESS.putLongRelease(heap.scope(), null, first, -1);
    boolean read = ACCESS.getLongAcquire(heap.scope(), null, first) == -1;
    ACCESS.putIntVolatile(heap.scope(), null, second, 1);
    return read
        && ACCESS.getIntVolatile(heap.scope(), null, first) == -1
        && ACCESS.getAndBitwiseOrInt(heap.scope(), null, second, 2) == 1
        && ACCESS.getAndSetInt(heap.scope(), null, second, 0) == 3
        && ACCESS.compareAndSetInt(heap.scope(), null, first, -1, 4)
        && ACCESS.getIntVolatile(heap.scope(), null, first) == 4
        && ACCESS.getIntVolatile(heap.scope(), null, second) == 0;
  }

  public static long getAcquire(ByteBuffer buffer, int at) {
    long address = address(buffer, at, Long.BYTES);
    long value = ACCESS.getLongAcquire(buffer.scope(), null, address);
    Reference.reachabilityFence(buffer);
    return value;
  }

  public static void setRelease(ByteBuffer buffer, int at, long value) {
    long address = writable(buffer, at, Long.BYTES);
    ACCESS.putLongRelease(buffer.scope(), null, address, value);
    Reference.reachabilityFence(buffer);
  }

  public static int getVolatile(ByteBuffer buffer, int at) {
    long address = address(buffer, at, Integer.BYTES);
    int value = ACCESS.getIntVolatile(buffer.scope(), null, address);
    Reference.reachabilityFence(buffer);
    return value;
  }

  public static void setVolatile(ByteBuffer buffer, int at, int value) {
    long address = writable(buffer, at, Integer.BYTES);
    ACCESS.putIntVolatile(buffer.scope(), null, address, value);
    Reference.reachabilityFence(buffer);
  }

  public static int getAndSet(ByteBuffer buffer, int at, int value) {
    long address = writable(buffer, at, Integer.BYTES);
    int before = ACCESS.getAndSetInt(buffer.scope(), null, address, value);
    Reference.reachabilityFence(buffer);
    return before;
  }

  public static int getAndBitwiseOr(ByteBuffer buffer, int at, int bits) {
    long address = writable(buffer, at, Integer.BYTES);
    int before = ACCESS.getAndBitwiseOrInt(buffer.scope(), null, address, bits);
    Reference.reachabilityFence(buffer);
    return before;
  }

  public static boolean compareAndSet(ByteBuffer buffer, int at, int expected, int value) {
    long address = writable(buffer, at, Integer.BYTES);
    boolean done = ACCESS.compareAndSetInt(buffer.scope(), null, address, expected, value);
    Reference.reachabilityFence(buffer);
    return done;
  }

  private static long writable(ByteBuffer buffer, int at, int size) {
    if (buffer.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    return address(buffer, at, size);
  }

  /** Where a word is: within the buffer, and aligned. */
  private static long address(ByteBuffer buffer, int at, int size) {
    if (at < 0 || at > buffer.limit() - size) {
      throw new IndexOutOfBoundsException(at + " of " + buffer.limit());
    }
    long address = buffer.address + at;
    if (buffer.hb != null || (address & size - 1) != 0) {
      throw new IllegalArgumentException("no aligned word of a direct buffer");
    }
    return address;
  }
}
