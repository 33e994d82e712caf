package java.io;

/**
 * What JFS uses of the JDK's class, for the compiler alone: the agent refuses a JDK that lacks one
 * of these members, or has it with another type. Members with a {@code $} are those that the agent
 * gives the class.
 */
public class ObjectOutputStream extends OutputStream implements ObjectStreamConstants {

  BlockDataOutputStream bout;
  HandleTable handles;
  ReplaceTable subs;
  int depth;
  boolean enableReplace;
  static boolean extendedDebugInfo;

  JfsOutputState state$jfs;

  public ObjectOutputStream(OutputStream out) throws IOException {}

  native void writeObject0$jdk(Object obj, boolean unshared) throws IOException;

  native void writeClassDesc(ObjectStreamClass desc, boolean unshared) throws IOException;

  native void writeOrdinaryObject(Object obj, ObjectStreamClass desc, boolean unshared)
      throws IOException;

  native void writeArray(Object array, ObjectStreamClass desc, boolean unshared)
      throws IOException;

  native void writeEnum(Enum<?> en, ObjectStreamClass desc, boolean unshared) throws IOException;

  native void writeString(String str, boolean unshared) throws IOException;

  @Override
  public native void write(int b);

  @Override
  public native void flush() throws IOException;

  static class BlockDataOutputStream extends OutputStream {

    byte[] buf;
    int pos;
    boolean blkmode;
    OutputStream out;

    native boolean setBlockDataMode(boolean mode) throws IOException;

    native void drain() throws IOException;

    @Override
    public native void write(int b);

    native void write$jdk(byte[] b, int off, int len, boolean copy) throws IOException;

    native void writeChars$jdk(char[] v, int off, int len) throws IOException;

    native void writeShorts$jdk(short[] v, int off, int len) throws IOException;

    native void writeInts$jdk(int[] v, int off, int len) throws IOException;

    native void writeFloats$jdk(float[] v, int off, int len) throws IOException;

    native void writeLongs$jdk(long[] v, int off, int len) throws IOException;

    native void writeDoubles$jdk(double[] v, int off, int len) throws IOException;
  }

  static class HandleTable {

    int size;
    int threshold;
    int[] spine;
    int[] next;
    Object[] objs;

    native int lookup(Object obj);

    native void growEntries();
  }

  static class ReplaceTable {

    HandleTable htab;

    native Object lookup(Object obj);
  }
}
