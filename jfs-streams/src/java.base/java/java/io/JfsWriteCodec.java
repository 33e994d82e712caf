package java.io;

/**
 * Writes what is in objects of one class by code for that class. Any thread may use it.
 */
abstract class JfsWriteCodec {

  /** Writes all fields, and what else the class writes; the head is written, block mode is off. */
  abstract void write(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object obj)
      throws IOException;

  /** Whether it writes the same as the JDK here, as far as samples show. */
  boolean agrees() throws IOException {
    return true;
  }
}
