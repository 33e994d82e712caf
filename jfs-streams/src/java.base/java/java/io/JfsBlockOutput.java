package java.io;

import jdk.internal.misc.Unsafe;

/**
 * Writes long arrays of primitives in place of the JDK's {@code BlockDataOutputStream}: in chunks
 * of many elements, whose bytes are swapped at once. Short ones, and all in block data mode, are
 * the JDK's. As with the JDK, the stream beneath never sees the program's own array.
 */
final class JfsBlockOutput {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long BYTES = JfsArrays.BYTES;

  /** Shorter arrays fit into the JDK's own buffer. */
  private static final int SHORTEST = 1024;

  private static final int CHUNK = 16 * 1024;


  private JfsBlockOutput() {}

  static void write(
      ObjectOutputStream.BlockDataOutputStream bout, byte[] v, int off, int len, boolean copy)
      throws IOException {
    if (!copy || bout.blkmode || len < SHORTEST) {
      bout.write$jdk(v, off, len, copy);
      return;
    }
    bout.drain();
    byte[] chunk = new byte[Math.min(len, CHUNK)];
    for (int done = 0; done < len; ) {
      int n = Math.min(len - done, chunk.length);
      System.arraycopy(v, off + done, chunk, 0, n);
      bout.out.write(chunk, 0, n);
      done += n;
    }
  }

  static void writeChars(
      ObjectOutputStream.BlockDataOutputStream bout, char[] v, int off, int len)
      throws IOException {
    if (isShort(bout, len, 2)) {
      bout.writeChars$jdk(v, off, len);
    } else {
      swap(bout, v, JfsArrays.CHARS + 2L * off, 2L * len, 2);
    }
  }

  static void writeShorts(
      ObjectOutputStream.BlockDataOutputStream bout, short[] v, int off, int len)
      throws IOException {
    if (isShort(bout, len, 2)) {
      bout.writeShorts$jdk(v, off, len);
    } else {
      swap(bout, v, JfsArrays.SHORTS + 2L * off, 2L * len, 2);
    }
  }

  static void writeInts(ObjectOutputStream.BlockDataOutputStream bout, int[] v, int off, int len)
      throws IOException {
    if (isShort(bout, len, 4)) {
      bout.writeInts$jdk(v, off, len);
    } else {
      swap(bout, v, JfsArrays.INTS + 4L * off, 4L * len, 4);
    }
  }

  static void writeLongs(ObjectOutputStream.BlockDataOutputStream bout, long[] v, int off, int len)
      throws IOException {
    if (isShort(bout, len, 8)) {
      bout.writeLongs$jdk(v, off, len);
    } else {
      swap(bout, v, JfsArrays.LONGS + 8L * off, 8L * len, 8);
    }
  }

  /** Elements that are not numbers all look the same in a stream. */
  static void writeFloats(
      ObjectOutputStream.BlockDataOutputStream bout, float[] v, int off, int len)
      throws IOException {
    if (isShort(bout, len, 4)) {
      bout.writeFloats$jdk(v, off, len);
      return;
    }
    bout.drain();
    int[] bits = new int[Math.min(len, CHUNK / 4)];
    byte[] chunk = new byte[4 * bits.length];
    for (int done = 0; done < len; ) {
      int n = Math.min(len - done, bits.length);
      for (int i = 0; i < n; i++) {
        bits[i] = Float.floatToIntBits(v[off + done + i]);
      }
      UNSAFE.copySwapMemory(bits, JfsArrays.INTS, chunk, BYTES, 4L * n, 4);
      bout.out.write(chunk, 0, 4 * n);
      done += n;
    }
  }

  /** As for floats. */
  static void writeDoubles(
      ObjectOutputStream.BlockDataOutputStream bout, double[] v, int off, int len)
      throws IOException {
    if (isShort(bout, len, 8)) {
      bout.writeDoubles$jdk(v, off, len);
      return;
    }
    bout.drain();
    long[] bits = new long[Math.min(len, CHUNK / 8)];
    byte[] chunk = new byte[8 * bits.length];
    for (int done = 0; done < len; ) {
      int n = Math.min(len - done, bits.length);
      for (int i = 0; i < n; i++) {
        bits[i] = Double.doubleToLongBits(v[off + done + i]);
      }
      UNSAFE.copySwapMemory(bits, JfsArrays.LONGS, chunk, BYTES, 8L * n, 8);
      bout.out.write(chunk, 0, 8 * n);
      done += n;
    }
  }

  private static boolean isShort(
      ObjectOutputStream.BlockDataOutputStream bout, int length, int size) {
    return bout.blkmode || length < SHORTEST / size;
  }

  private static void swap(
      ObjectOutputStream.BlockDataOutputStream bout, Object v, long from, long length, int size)
      throws IOException {
    bout.drain();
    byte[] chunk = new byte[(int) Math.min(length, CHUNK)];
    for (long done = 0; done < length; ) {
      int n = (int) Math.min(length - done, chunk.length);
      UNSAFE.copySwapMemory(v, from + done, chunk, BYTES, n, size);
      bout.out.write(chunk, 0, n);
      done += n;
    }
  }
}
