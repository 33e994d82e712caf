package java.io;

/** Makes objects of one class by code that is made for it. Any thread may use it. */
abstract class JfsReadCodec {

  /**
   * Makes an object, gives it the next handle and reads its fields; its head is read, and block
   * data mode is off.
   */
  abstract Object read(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      ObjectStreamClass desc)
      throws IOException;
}
