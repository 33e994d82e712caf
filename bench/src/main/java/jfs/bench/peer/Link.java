package jfs.bench.peer;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One end of a connection with blocking calls. For one thread. */
interface Link extends AutoCloseable {

  /** A buffer of the kind that it takes best. */
  ByteBuffer allocate(int bytes);

  /** Writes all that remains in a buffer. */
  void write(ByteBuffer bytes) throws IOException;

  /**
   * Fills what remains of a buffer.
   *
   * @return false if the other end has ended before the first byte
   */
  boolean read(ByteBuffer bytes) throws IOException;

  /** Takes so many bytes, as they come, in portions of no more than {@code most}. */
  void skip(long bytes, int most) throws IOException;

  @Override
  void close() throws IOException;
}
