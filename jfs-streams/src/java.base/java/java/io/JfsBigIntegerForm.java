package java.io;

import java.math.BigInteger;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;

/**
 * How a {@link BigInteger} looks in a stream: five ints, of which the last one is the sign, and the
 * magnitude, an array of bytes. It is part of the form of a decimal, too.
 */
final class JfsBigIntegerForm {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  private static final String[] NAMES = {
    "bitCount", "bitLength", "firstNonzeroByteNum", "lowestSetBit", "signum", "magnitude"
  };

  private static final String TYPES = "IIIII[";

  private static final int SIGN = 16;

  /** The array's head is a type code, a reference to its class, and the length. */
  private static final int ARRAY = 20;

  private static final int CLASS = ARRAY + 1;
  private static final int LENGTH = CLASS + 5;
  private static final int BYTES = LENGTH + 4;

  /** Longer ones are rare. */
  private static final int LONGEST = 1024;

  private JfsBigIntegerForm() {}

  /** Whether a stream has these fields, and no others. */
  static boolean fits(ObjectStreamField[] fields) {
    return fits(fields, NAMES, TYPES);
  }

  /** Whether fields have these names and type codes. */
  static boolean fits(ObjectStreamField[] fields, String[] names, String types) {
    boolean fits = fields.length == names.length;
    for (int i = 0; fits && i < names.length; i++) {
      fits =
          fields[i].getName().equals(names[i])
              && fields[i].getTypeCode() == types.charAt(i)
              && !fields[i].isUnshared();
    }
    return fits;
  }

  /** How many bytes the form takes that begins there; -1 if it is another one, or not all there. */
  static int size(ObjectInputStream in, byte[] buf, int at, int left) {
    if (left <= BYTES
        || buf[at + ARRAY] != ObjectStreamConstants.TC_ARRAY
        || buf[at + CLASS] != ObjectStreamConstants.TC_REFERENCE
        || !JfsHandles.isClass(in, JfsObjectInput.handle(buf, at + CLASS + 1), byte[].class)) {
      return -1;
    }
    int sign = integer(buf, at + SIGN);
    int length = integer(buf, at + LENGTH);
    if (length < 0
        || length > LONGEST
        || left <= BYTES + length
        || buf[at + BYTES + length] != ObjectStreamConstants.TC_ENDBLOCKDATA) {
      return -1;
    }
    boolean isZero = length == 0 && sign == 0;
    boolean isOther = length > 0 && buf[at + BYTES] != 0 && (sign == 1 || sign == -1);
    return isZero || isOther ? BYTES + length + 1 : -1;
  }

  private static int integer(byte[] buf, int at) {
    return UNSAFE.getIntUnaligned(buf, JfsArrays.BYTES + at, true);
  }

  /** Makes the number whose form begins there, and gives it and its array their handles. */
  static BigInteger add(ObjectInputStream in, byte[] buf, int at, int size) {
    byte[] magnitude = Arrays.copyOfRange(buf, at + BYTES, at + size - 1);
    BigInteger number = new BigInteger(integer(buf, at + SIGN), magnitude);
    JfsHandles.addWhole(in, number);
    JfsHandles.addBeneath(in, magnitude);
    return number;
  }
}
