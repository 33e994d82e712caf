package java.io;


/**
 * Reads long arrays of primitives in place of the JDK's {@code BlockDataInputStream}: in chunks of
 * many elements, whose bytes are swapped at once. Short ones, and all in block data mode, are the
 * JDK's. As with the JDK, the stream beneath never sees the array itself, and is asked for no byte
 * behind it.
 */
final class JfsBlockInput {

  /** Shorter arrays fit into the JDK's own buffer. */
  private static final int SHORTEST = 1024;

  private static final int CHUNK = 16 * 1024;

  private JfsBlockInput() {}

  static void readFully(
      ObjectInputStream.BlockDataInputStream bin, byte[] v, int off, int len, boolean copy)
      throws IOException {
    if (!copy || bin.blkmode || len < SHORTEST) {
      bin.readFully$jdk(v, off, len, copy);
      return;
    }
    byte[] chunk = new byte[Math.min(len, CHUNK)];
    for (int done = 0; done < len; ) {
      int n = Math.min(len - done, chunk.length);
      bin.in.readFully(chunk, 0, n);
      System.arraycopy(chunk, 0, v, off + done, n);
      done += n;
    }
  }

  static void readChars(ObjectInputStream.BlockDataInputStream bin, char[] v, int off, int len)
      throws IOException {
    if (isShort(bin, len, 2)) {
      bin.readChars$jdk(v, off, len);
    } else {
      swap(bin, v, JfsArrays.CHARS + 2L * off, 2L * len, 2);
    }
  }

  static void readShorts(ObjectInputStream.BlockDataInputStream bin, short[] v, int off, int len)
      throws IOException {
    if (isShort(bin, len, 2)) {
      bin.readShorts$jdk(v, off, len);
    } else {
      swap(bin, v, JfsArrays.SHORTS + 2L * off, 2L * len, 2);
    }
  }

  static void readInts(ObjectInputStream.BlockDataInputStream bin, int[] v, int off, int len)
      throws IOException {
    if (isShort(bin, len, 4)) {
      bin.readInts$jdk(v, off, len);
    } else {
      swap(bin, v, JfsArrays.INTS + 4L * off, 4L * len, 4);
    }
  }

  static void readFloats(ObjectInputStream.BlockDataInputStream bin, float[] v, int off, int len)
      throws IOException {
    if (isShort(bin, len, 4)) {
      bin.readFloats$jdk(v, off, len);
    } else {
      swap(bin, v, JfsArrays.FLOATS + 4L * off, 4L * len, 4);
    }
  }

  static void readLongs(ObjectInputStream.BlockDataInputStream bin, long[] v, int off, int len)
      throws IOException {
    if (isShort(bin, len, 8)) {
      bin.readLongs$jdk(v, off, len);
    } else {
      swap(bin, v, JfsArrays.LONGS + 8L * off, 8L * len, 8);
    }
  }

  static void readDoubles(ObjectInputStream.BlockDataInputStream bin, double[] v, int off, int len)
      throws IOException {
    if (isShort(bin, len, 8)) {
      bin.readDoubles$jdk(v, off, len);
    } else {
      swap(bin, v, JfsArrays.DOUBLES + 8L * off, 8L * len, 8);
    }
  }

  private static boolean isShort(
      ObjectInputStream.BlockDataInputStream bin, int length, int size) {
    return bin.blkmode || length < SHORTEST / size || !JfsStreams.mayRead();
  }

  private static void swap(
      ObjectInputStream.BlockDataInputStream bin, Object v, long to, long length, int size)
      throws IOException {
    byte[] chunk = new byte[(int) Math.min(length, CHUNK)];
    for (long done = 0; done < length; ) {
      int n = (int) Math.min(length - done, chunk.length);
      bin.in.readFully(chunk, 0, n);
      JfsArrays.UNSAFE.copySwapMemory(chunk, JfsArrays.BYTES, v, to + done, n, size);
      done += n;
    }
  }
}
