package java.nio.channels;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What JFS uses of the JDK's from 22 on. */
public abstract class FileChannel {

  /** What JFS uses of the JDK's. */
  public static class MapMode {
    public static final MapMode READ_WRITE = new MapMode();
  }

  public abstract MemorySegment map(MapMode mode, long offset, long size, Arena arena)
      throws IOException;
}
