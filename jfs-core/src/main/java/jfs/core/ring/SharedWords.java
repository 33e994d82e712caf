package jfs.core.ring;

import java.nio.ByteBuffer;

/**
 * Access to aligned words of direct memory in which two processes meet, in the machine's byte order
 * and with the memory order that a name says, as of {@link java.lang.invoke.VarHandle}.
 * Implementations are found as services; where there is none, {@link WordViews} does with what the
 * JDK offers to all.
 *
 * <p>Any thread may call. No access leaves the memory: an offset that is not within it, or not a
 * multiple of the word's size, makes these throw an {@link IndexOutOfBoundsException}, an {@link
 * IllegalArgumentException} or an {@link IllegalStateException}.
 */
public interface SharedWords {

  /** Whether it can be used in this JVM; if it throws a {@link LinkageError}, it cannot. */
  boolean isAvailable();

  /** An i64. Later reads and writes are not done before this. */
  long getAcquire(ByteBuffer memory, int at);

  /** An i64. Earlier reads and writes are done before this. */
  void setRelease(ByteBuffer memory, int at, long value);

  /** An i32. */
  int getVolatile(ByteBuffer memory, int at);

  /** An i32. */
  void setVolatile(ByteBuffer memory, int at, int value);

  /** An i32. Returns what it was. */
  int getAndSet(ByteBuffer memory, int at, int value);

  /** An i32. Returns what it was. */
  int getAndBitwiseOr(ByteBuffer memory, int at, int bits);

  /** An i32. Whether it was as expected, and is set now. */
  boolean compareAndSet(ByteBuffer memory, int at, int expected, int value);
}
