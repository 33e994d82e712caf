package java.io;

/**
 * What JFS uses of the JDK's class, for the compiler alone: the agent refuses a JDK that lacks one
 * of these members, or has it with another type. Members with a {@code $} are those that the agent
 * gives the class.
 */
public class ObjectInputStream extends InputStream implements ObjectStreamConstants {

  static Object unsharedMarker;

  BlockDataInputStream bin;
  HandleTable handles;
  long depth;
  long totalObjectRefs;
  int passHandle;
  boolean defaultDataEnd;
  boolean enableResolve;
  ObjectInputFilter serialFilter;
  SerialCallbackContext curContext;

  JfsInputState state$jfs;

  native Object readObject0$jdk(Class<?> type, boolean unshared) throws IOException;

  native void clear$jdk();

  native Object checkResolve(Object obj) throws IOException;

  native void filterCheck(Class<?> type, int arrayLength) throws InvalidClassException;

  @Override
  public native int read();

  class BlockDataInputStream extends InputStream {

    boolean blkmode;
    PeekInputStream in;

    native boolean setBlockDataMode(boolean mode) throws IOException;

    native int currentBlockRemaining();

    native void readFully(byte[] b, int off, int len, boolean copy) throws IOException;

    @Override
    public native int read();

    native void readFully$jdk(byte[] b, int off, int len, boolean copy) throws IOException;

    native void readChars$jdk(char[] v, int off, int len) throws IOException;

    native void readShorts$jdk(short[] v, int off, int len) throws IOException;

    native void readInts$jdk(int[] v, int off, int len) throws IOException;

    native void readFloats$jdk(float[] v, int off, int len) throws IOException;

    native void readLongs$jdk(long[] v, int off, int len) throws IOException;

    native void readDoubles$jdk(double[] v, int off, int len) throws IOException;
  }

  static class PeekInputStream extends InputStream {

    InputStream in;
    int peekb;
    long totalBytesRead;

    @Override
    public native int read();

    native int read$jdk() throws IOException;

    native void readFully(byte[] b, int off, int len) throws IOException;
  }

  static class HandleTable {

    byte[] status;
    Object[] entries;
    HandleList[] deps;
    int size;

    HandleTable(int initialCapacity) {}

    native int assign(Object obj);

    native void markDependency(int dependent, int target);

    native void markException(int handle, ClassNotFoundException ex);

    native void finish(int handle);

    static class HandleList {}
  }
}
