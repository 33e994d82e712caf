package java.io;

import java.util.Date;
import jdk.internal.misc.Unsafe;

/** Makes a {@link Date} of its form: a block of one long. */
final class JfsDateInput extends JfsWholeCodec {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final int SIZE = 11;

  @Override
  boolean fits(ObjectStreamField[] fields) {
    return fields.length == 0;
  }

  @Override
  Object read(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      byte[] buf,
      int at,
      int left) {
    if (left < SIZE
        || buf[at] != ObjectStreamConstants.TC_BLOCKDATA
        || buf[at + 1] != Long.BYTES
        || buf[at + SIZE - 1] != ObjectStreamConstants.TC_ENDBLOCKDATA) {
      return null;
    }
    Date date = new Date(UNSAFE.getLongUnaligned(buf, JfsArrays.BYTES + at + 2, true));
    JfsObjectInput.take(bin, state, at + SIZE);
    JfsHandles.addWhole(in, date);
    return date;
  }
}
