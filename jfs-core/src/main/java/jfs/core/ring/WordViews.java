package jfs.core.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Words as the JDK's views of buffers have them. */
final class WordViews implements SharedWords {

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  @Override
  public boolean isAvailable() {
    return true;
  }

  @Override
  public long getAcquire(ByteBuffer memory, int at) {
    return (long) LONG.getAcquire(memory, at);
  }

  @Override
  public void setRelease(ByteBuffer memory, int at, long value) {
    LONG.setRelease(memory, at, value);
  }

  @Override
  public int getVolatile(ByteBuffer memory, int at) {
    return (int) INT.getVolatile(memory, at);
  }

  @Override
  public void setVolatile(ByteBuffer memory, int at, int value) {
    INT.setVolatile(memory, at, value);
  }

  @Override
  public int getAndSet(ByteBuffer memory, int at, int value) {
    return (int) INT.getAndSet(memory, at, value);
  }

  @Override
  public int getAndBitwiseOr(ByteBuffer memory, int at, int bits) {
    return (int) INT.getAndBitwiseOr(memory, at, bits);
  }

  @Override
  public boolean compareAndSet(ByteBuffer memory, int at, int expected, int value) {
    return INT.compareAndSet(memory, at, expected, value);
  }
}
