package java.nio;

import java.lang.ref.Reference;
import jdk.internal.misc.ScopedMemoryAccess;

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

  public static long getAcquire(ByteBuffer buffer, int at) {
    long address = address(buffer, at, Long.BYTES);
    long value = ACCESS.getLongAcquire(buffer.scope(), null, address);
    Reference.reachabilityFence(buffer);
    return value;
  }

  public static void setRelease(ByteBuffer buffer, int at, long value) {
    long address = address(buffer, at, Long.BYTES);
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
    long address = address(buffer, at, Integer.BYTES);
    ACCESS.putIntVolatile(buffer.scope(), null, address, value);
    Reference.reachabilityFence(buffer);
  }

  public static int getAndSet(ByteBuffer buffer, int at, int value) {
    long address = address(buffer, at, Integer.BYTES);
    int before = ACCESS.getAndSetInt(buffer.scope(), null, address, value);
    Reference.reachabilityFence(buffer);
    return before;
  }

  public static int getAndBitwiseOr(ByteBuffer buffer, int at, int bits) {
    long address = address(buffer, at, Integer.BYTES);
    int before = ACCESS.getAndBitwiseOrInt(buffer.scope(), null, address, bits);
    Reference.reachabilityFence(buffer);
    return before;
  }

  public static boolean compareAndSet(ByteBuffer buffer, int at, int expected, int value) {
    long address = address(buffer, at, Integer.BYTES);
    boolean done = ACCESS.compareAndSetInt(buffer.scope(), null, address, expected, value);
    Reference.reachabilityFence(buffer);
    return done;
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
