package jfs.natives;

import java.nio.ByteBuffer;

/**
 * Sleeping on an {@code int} of memory that processes share; see {@code futex(2)}. To be used only
 * while {@link NativeLibrary#isLoaded()}.
 *
 * <p>An address is that of 4 bytes, in this machine's byte order, within a direct buffer that the
 * caller keeps reachable until the call returns. If the kernel finds no memory of this process
 * there, that is an error, never a crash.
 */
public final class FutexCalls {

  private FutexCalls() {}

  /**
   * The address of byte 0 of a direct buffer, independent of its position; never changes.
   *
   * @throws IllegalArgumentException if the buffer is not direct
   */
  public static long address(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("not a direct buffer: " + buffer);
    }
    return Natives.address(buffer);
  }

  /**
   * Sleeps while the word is {@code expected}, until {@link #wake} or the timeout. It may return
   * early at any time: look at the word again. {@link Thread#interrupt} does not end it, and a
   * virtual thread stays on its carrier meanwhile.
   *
   * @param timeoutNanos relative; 0 or less: no timeout
   * @return 0, or 1 if the time is up, or a negated {@link Errno}
   * @throws IllegalArgumentException if the address is not a multiple of 4
   */
  public static int await(long address, int expected, long timeoutNanos) {
    checkAligned(address);
    return Natives.futexWait(address, expected, timeoutNanos);
  }

  /**
   * Wakes up to {@code howMany} (at least 1) threads of any process that sleep on the word.
   *
   * @return how many it woke, or a negated {@link Errno}
   * @throws IllegalArgumentException if the address is not a multiple of 4
   */
  public static int wake(long address, int howMany) {
    checkAligned(address);
    return Natives.futexWake(address, howMany);
  }

  private static void checkAligned(long address) {
    if ((address & (Integer.BYTES - 1)) != 0) {
      throw new IllegalArgumentException("not a multiple of 4: " + address);
    }
  }
}
