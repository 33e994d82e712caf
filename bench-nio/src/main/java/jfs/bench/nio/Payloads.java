package jfs.bench.nio;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Bytes that differ from message to message, and that either end can tell from a message's number.
 */
final class Payloads {

  /** No payload is longer. */
  static final int MOST = 1 << 20;

  private static final byte[] RANDOM = new byte[2 * MOST];

  /** Odd, so that neighbours share no aligned part. */
  private static final long STRIDE = 4099;

  static {
    new SplittableRandom(42).nextBytes(RANDOM);
  }

  private Payloads() {}

  private static int begin(long number) {
    return (int) Math.floorMod(number * STRIDE, (long) MOST);
  }

  /** The message of a number: that number, then so many bytes less eight that go with it. */
  static byte[] of(long number, int bytes) {
    int begin = begin(number);
    byte[] payload = Arrays.copyOfRange(RANDOM, begin, begin + bytes);
    ByteBuffer.wrap(payload).putLong(0, number);
    return payload;
  }

  /**
   * Fails if these are not the bytes of that message.
   *
   * @throws IllegalStateException that says where the first wrong byte is
   */
  static void require(long number, int bytes, byte[] got) {
    int wrong = Arrays.mismatch(of(number, bytes), got);
    if (wrong >= 0) {
      throw new IllegalStateException(
          ("a wrong answer: message " + number)
              + (" of " + bytes + " bytes, got " + got.length)
              + (", first wrong at " + wrong));
    }
  }
}
