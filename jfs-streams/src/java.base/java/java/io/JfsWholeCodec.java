package java.io;

/**
 * Makes objects of one class of the JDK's by its constructor, from a form that is in the buffer as a
 * whole. Any thread may use it.
 */
abstract class JfsWholeCodec {

  /** Whether a stream describes the class as this code expects it, given the class's own fields. */
  abstract boolean fits(ObjectStreamField[] fields);

  /**
   * Makes an object and gives it, and what is beneath it, their handles; takes the bytes.
   *
   * @param at where its content begins, behind the head
   * @param left how many bytes are in the buffer from there
   * @return null if that is not the form that the JDK writes, or not all there; nothing was done
   */
  abstract Object read(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      byte[] buf,
      int at,
      int left);
}
