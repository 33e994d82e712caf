package java.io;

import java.math.BigInteger;

/** Makes a {@link BigInteger} of its form: five ints and an array of bytes. */
final class JfsBigIntegerInput extends JfsWholeCodec {

  /** Initialises a class now, on a thread of JFS's: the program's may be at the end of its stack. */
  JfsBigIntegerInput() {
    JfsBigIntegerForm.fits(new ObjectStreamField[0]);
  }

  @Override
  boolean fits(ObjectStreamField[] fields) {
    return JfsBigIntegerForm.fits(fields);
  }

  @Override
  Object read(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      byte[] buf,
      int at,
      int left) {
    int size = JfsBigIntegerForm.size(in, buf, at, left);
    if (size < 0) {
      return null;
    }
    JfsObjectInput.take(bin, state, at + size);
    return JfsBigIntegerForm.add(in, buf, at, size);
  }
}
