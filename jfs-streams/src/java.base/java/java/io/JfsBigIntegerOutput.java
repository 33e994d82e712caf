package java.io;

import java.math.BigInteger;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;

/** Writes the content of a {@link BigInteger}, as its own method {@code writeObject} does. */
final class JfsBigIntegerOutput extends JfsWriteCodec {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  /** Fields that are not used any more, in the values that the class has for them. */
  private static final long NO_COUNTS = -1;

  private static final long NO_BITS = 0xffff_fffe_ffff_fffeL;

  private static final int SIZE = 20;

  @Override
  void write(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object obj)
      throws IOException {
    BigInteger number = (BigInteger) obj;
    long place = JfsArrays.BYTES + JfsObjectOutput.room(bout, SIZE);
    byte[] buf = JfsObjectOutput.buf(bout);
    UNSAFE.putLongUnaligned(buf, place, NO_COUNTS, true);
    UNSAFE.putLongUnaligned(buf, place + 8, NO_BITS, true);
    UNSAFE.putIntUnaligned(buf, place + 16, number.signum(), true);
    JfsObjectOutput.writeReference(out, bout, state, magnitude(number), false);
    JfsObjectOutput.putEnd(bout);
  }

  /** The absolute value's bytes, the highest first, without zeros before it. */
  private static byte[] magnitude(BigInteger number) {
    if (number.bitLength() < Long.SIZE) {
      long value = Math.abs(number.longValue()); // of the least one that is right, as unsigned
      byte[] bytes = new byte[(Long.SIZE + 7 - Long.numberOfLeadingZeros(value)) >>> 3];
      for (int i = bytes.length - 1; i >= 0; i--) {
        bytes[i] = (byte) value;
        value >>>= Byte.SIZE;
      }
      return bytes;
    }
    byte[] bytes = number.abs().toByteArray();
    return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  @Override
  boolean agrees() throws IOException {
    BigInteger large = BigInteger.ONE.shiftLeft(64);
    for (BigInteger sample :
        new BigInteger[] {
          BigInteger.ZERO,
          BigInteger.ONE,
          BigInteger.valueOf(-1),
          BigInteger.valueOf(127),
          BigInteger.valueOf(-128),
          BigInteger.valueOf(255),
          BigInteger.valueOf(-256),
          BigInteger.valueOf(1L << 31),
          BigInteger.valueOf(Long.MAX_VALUE),
          BigInteger.valueOf(Long.MIN_VALUE),
          large.subtract(BigInteger.ONE),
          large,
          large.pow(5).negate().add(BigInteger.TEN)
        }) {
      if (!JfsObjectOutput.agrees(this, sample)) {
        return false;
      }
    }
    return true;
  }
}
