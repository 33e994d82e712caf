package java.io;


/**
 * Writes long arrays of primitives in place of the JDK's {@code BlockDataOutputStream}: in chunks
 * of many elements, whose bytes are swapped at once. Short ones, and all in block data mode, are
 * the JDK's. As with the JDK, the stream beneath never sees the program's own array.
 */
final class JfsBlockOutput {

  /** Shorter arrays fit into the JDK's own buffer. */
  private static final int SHORTEST = 1024;

  private static final int CHUNK = 16 * 1024;

  /** The bits of infinity; without their sign, those of no number are greater. */
  private static final int FLOAT_INFINITY = 0x7f80_0000;

  private static final long DOUBLE_INFINITY = 0x7ff0_0000_0000_0000L;


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

  /** What is not a number always looks the same in a stream: the JDK sees to that. */
  static void writeFloats(
      ObjectOutputStream.BlockDataOutputStream bout, float[] v, int off, int len)
      throws IOException {
    if (isShort(bout, len, 4) || !areNumbers(v, off, len)) {
      bout.writeFloats$jdk(v, off, len);
    } else {
      swap(bout, v, JfsArrays.FLOATS + 4L * off, 4L * len, 4);
    }
  }

  private static boolean areNumbers(float[] v, int off, int len) {
    int negative = 0;
    for (int i = off; i < off + len; i++) {
      negative |= FLOAT_INFINITY - (Float.floatToRawIntBits(v[i]) & Integer.MAX_VALUE);
    }
    return negative >= 0;
  }

  /** As for floats. */
  static void writeDoubles(
      ObjectOutputStream.BlockDataOutputStream bout, double[] v, int off, int len)
      throws IOException {
    if (isShort(bout, len, 8) || !areNumbers(v, off, len)) {
      bout.writeDoubles$jdk(v, off, len);
    } else {
      swap(bout, v, JfsArrays.DOUBLES + 8L * off, 8L * len, 8);
    }
  }

  private static boolean areNumbers(double[] v, int off, int len) {
    long negative = 0;
    for (int i = off; i < off + len; i++) {
      negative |= DOUBLE_INFINITY - (Double.doubleToRawLongBits(v[i]) & Long.MAX_VALUE);
    }
    return negative >= 0;
  }

  private static boolean isShort(
      ObjectOutputStream.BlockDataOutputStream bout, int length, int size) {
    return bout.blkmode || length < SHORTEST / size || !JfsStreams.mayWrite();
  }

  private static void swap(
      ObjectOutputStream.BlockDataOutputStream bout, Object v, long from, long length, int size)
      throws IOException {
    bout.drain();
    byte[] chunk = new byte[(int) Math.min(length, CHUNK)];
    for (long done = 0; done < length; ) {
      int n = (int) Math.min(length - done, chunk.length);
      JfsArrays.UNSAFE.copySwapMemory(v, from + done, chunk, JfsArrays.BYTES, n, size);
      bout.out.write(chunk, 0, n);
      done += n;
    }
  }
}
