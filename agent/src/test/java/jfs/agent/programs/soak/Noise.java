package jfs.agent.programs.soak;

import java.util.Arrays;

/**
 * A stream of bytes with a different byte at each place, so that lost, repeated and stray ones
 * show.
 */
public final class Noise {

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long seed;
  private byte[] expected = new byte[0];

  public Noise(long seed) {
    this.seed = seed;
  }

  /** Writes what belongs at a position of the stream. */
  public void fill(long position, byte[] bytes, int offset, int length) {
    long at = position;
    for (int i = offset; i < offset + length; at++) {
      long word = word(at >>> 3) >>> (8 * (int) (at & 7));
      bytes[i++] = (byte) word;
      // The rest of the word at once.
      while ((at & 7) != 7 && i < offset + length) {
        word >>>= 8;
        at++;
        bytes[i++] = (byte) word;
      }
    }
  }

  private long word(long index) {
    long z = seed + (index + 1) * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    return z ^ (z >>> 29);
  }

  /** Takes the memory now that it will need to check so many bytes. */
  void expectAtMost(int length) {
    expected = new byte[length];
  }

  /** Fails unless these are the bytes that belong at a position. */
  public void check(long position, byte[] bytes, int offset, int length) {
    if (expected.length < length) {
      expected = new byte[length];
    }
    fill(position, expected, 0, length);
    int wrong = Arrays.mismatch(bytes, offset, offset + length, expected, 0, length);
    if (wrong >= 0) {
      throw new IllegalStateException(
          ("byte " + (position + wrong) + " is " + bytes[offset + wrong])
              + (", not " + expected[wrong] + ", in a read of " + length + " at " + position));
    }
  }
}
