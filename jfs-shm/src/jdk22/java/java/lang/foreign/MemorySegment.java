package java.lang.foreign;

import java.nio.ByteBuffer;

/** What JFS uses of the JDK's from 22 on. */
public interface MemorySegment {

  ByteBuffer asByteBuffer();
}
