package java.io;

import java.math.BigDecimal;
import java.math.BigInteger;
import jdk.internal.misc.Unsafe;

/** Writes the content of a {@link BigDecimal}, as its own method {@code writeObject} does. */
final class JfsBigDecimalOutput extends JfsWriteCodec {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long UNSCALED = UNSAFE.objectFieldOffset(BigDecimal.class, "intVal");

  @Override
  void write(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object obj)
      throws IOException {
    BigDecimal number = (BigDecimal) obj;
    Object unscaled = UNSAFE.getReference(obj, UNSCALED);
    if (unscaled == null) {
      // The number keeps it, as the JDK has it: its method unscaledValue answers the same from now
      // on, so a program that writes that too has one object in the stream, not two.
      UNSAFE.putReferenceVolatile(obj, UNSCALED, number.unscaledValue());
      unscaled = UNSAFE.getReference(obj, UNSCALED); // perhaps another thread's
    }
    long place = JfsArrays.BYTES + JfsObjectOutput.room(bout, Integer.BYTES);
    UNSAFE.putIntUnaligned(JfsObjectOutput.buf(bout), place, number.scale(), true);
    JfsObjectOutput.writeReference(out, bout, state, unscaled, false);
    JfsObjectOutput.putEnd(bout);
  }

  @Override
  boolean agrees() throws IOException {
    BigInteger large = BigInteger.ONE.shiftLeft(100);
    return JfsObjectOutput.agrees(this, BigDecimal.ZERO)
        && JfsObjectOutput.agrees(this, BigDecimal.valueOf(-12_345, 2))
        && JfsObjectOutput.agrees(this, BigDecimal.valueOf(Long.MAX_VALUE, -7))
        && JfsObjectOutput.agrees(this, new BigDecimal(large, 3));
  }
}
