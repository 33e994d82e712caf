package java.io;

import java.math.BigDecimal;
import java.math.BigInteger;
import jdk.internal.misc.Unsafe;

/** Makes a {@link BigDecimal} of its form: the scale, and a number that is not in the stream yet. */
final class JfsBigDecimalInput extends JfsWholeCodec {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final String[] NAMES = {"scale", "intVal"};
  private static final String TYPES = "IL";

  /** The number's head is a type code and a reference to its class. */
  private static final int CLASS = 5;

  private static final int NUMBER = CLASS + 5;

  /** Initialises a class now, on a thread of JFS's: the program's may be at the end of its stack. */
  JfsBigDecimalInput() {
    JfsBigIntegerForm.fits(new ObjectStreamField[0]);
  }

  @Override
  boolean fits(ObjectStreamField[] fields) {
    return JfsBigIntegerForm.fits(fields, NAMES, TYPES);
  }

  @Override
  Object read(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      byte[] buf,
      int at,
      int left) {
    if (left <= NUMBER
        || buf[at + CLASS - 1] != ObjectStreamConstants.TC_OBJECT
        || buf[at + CLASS] != ObjectStreamConstants.TC_REFERENCE) {
      return null;
    }
    JfsReadPlan plan = JfsObjectInput.plan(in, state, JfsObjectInput.handle(buf, at + CLASS + 1));
    if (!plan.isOfBigInteger()) {
      return null;
    }
    int size = JfsBigIntegerForm.size(in, buf, at + NUMBER, left - NUMBER);
    int end = at + NUMBER + size;
    if (size < 0
        || left <= NUMBER + size
        || buf[end] != ObjectStreamConstants.TC_ENDBLOCKDATA) {
      return null;
    }
    JfsObjectInput.take(bin, state, end + 1);
    int handle = JfsHandles.addWhole(in, null);
    BigInteger unscaled = JfsBigIntegerForm.add(in, buf, at + NUMBER, size);
    int scale = UNSAFE.getIntUnaligned(buf, JfsArrays.BYTES + at, true);
    return JfsHandles.replace(in, handle, new BigDecimal(unscaled, scale));
  }
}
