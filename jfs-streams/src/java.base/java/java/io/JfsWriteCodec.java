package java.io;

/** Writes the fields of objects of one class by code that is made for it. Any thread may use it. */
abstract class JfsWriteCodec {

  /** Writes all fields; the object's head is written, and block data mode is off. */
  abstract void write(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object obj)
      throws IOException;
}
