package jfs.contract.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import jfs.contract.Background;

/** Buffers, and how to empty and to fill them. */
public final class Buffers {

  private Buffers() {}

  /** A buffer in an array, with these bytes to be written. */
  public static ByteBuffer heap(byte... bytes) {
    return with(ByteBuffer::allocate, bytes);
  }

  /** A direct buffer with these bytes to be written. */
  public static ByteBuffer direct(byte... bytes) {
    return with(ByteBuffer::allocateDirect, bytes);
  }

  private static ByteBuffer with(IntFunction<ByteBuffer> allocate, byte... bytes) {
    ByteBuffer buffer = allocate.apply(bytes.length);
    buffer.put(bytes);
    return buffer.flip();
  }

  /** What lies before the buffer's position. */
  public static byte[] filled(ByteBuffer buffer) {
    return remaining(buffer.duplicate().flip());
  }

  /** What lies between the buffer's position and its limit. */
  static byte[] remaining(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** Reads so many bytes, or all up to the end of file, from a channel in any mode. */
  static byte[] read(ReadableByteChannel channel, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    long deadline = deadline();
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("only " + buffer.position() + " of " + length + " bytes came");
      }
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** Writes all of a buffer to a channel in any mode. */
  static void writeFully(WritableByteChannel channel, ByteBuffer buffer) throws IOException {
    long deadline = deadline();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
      if (System.nanoTime() > deadline) {
        throw new AssertionError(buffer.remaining() + " bytes were never taken");
      }
    }
  }

  private static long deadline() {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(Background.PATIENCE_SECONDS);
  }
}
