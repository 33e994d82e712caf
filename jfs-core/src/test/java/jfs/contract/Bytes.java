package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Contents to send. */
public final class Bytes {

  /** More than any socket takes while nobody reads. */
  public static final int MORE_THAN_ROOM = 16 << 20;

  public static final int MEBI = 1 << 20;

  private Bytes() {}

  /** Contents in which nearby stretches all differ, so that a shift shows. */
  public static byte[] pattern(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + (i >> 8) * 7 + (i >> 16));
    }
    return bytes;
  }

  /** This many bytes of one value. */
  static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  /** Waits until this many bytes can be read in one go. */
  public static void awaitAvailable(InputStream in, int length) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Background.PATIENCE_SECONDS);
    while (in.available() < length) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("only " + in.available() + " of " + length + " bytes came");
      }
      Thread.onSpinWait();
    }
  }

  /** Waits until this many bytes can be read in one go, and checks that no more can. */
  static void awaitExactly(InputStream in, int length) throws IOException {
    awaitAvailable(in, length);
    assertEquals(length, in.available());
  }

  /** Reads this many bytes, faster than {@code skipNBytes} does. */
  static void discard(InputStream in, int length) throws IOException {
    byte[] buffer = new byte[1 << 16];
    int left = length;
    while (left > 0) {
      int n = in.read(buffer, 0, Math.min(left, buffer.length));
      if (n < 0) {
        throw new EOFException(left + " of " + length + " bytes missing");
      }
      left -= n;
    }
  }

  /** Reads to end of file or an exception, and returns how much came and what ended it. */
  static String readToTheEnd(InputStream in) {
    byte[] buffer = new byte[1 << 16];
    long total = 0;
    try {
      int n = in.read(buffer);
      while (n >= 0) {
        total += n;
        n = in.read(buffer);
      }
      return total + " bytes, then end of file";
    } catch (IOException e) {
      return total + " bytes, then " + e;
    }
  }
}
