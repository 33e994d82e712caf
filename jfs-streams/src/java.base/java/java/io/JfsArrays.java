package java.io;

import java.lang.reflect.Method;
import jdk.internal.misc.Unsafe;

/**
 * Access to memory, and where the elements of arrays begin there. The method that says so returns an int or, on newer
 * JDKs, a long; to link against both is not possible.
 */
final class JfsArrays {

  static final Unsafe UNSAFE = Unsafe.getUnsafe();

  static final long BYTES;
  static final long CHARS;
  static final long SHORTS;
  static final long INTS;
  static final long FLOATS;
  static final long LONGS;
  static final long DOUBLES;

  static {
    try {
      Method base = Unsafe.class.getDeclaredMethod("arrayBaseOffset", Class.class);
      BYTES = of(base, byte[].class);
      CHARS = of(base, char[].class);
      SHORTS = of(base, short[].class);
      INTS = of(base, int[].class);
      FLOATS = of(base, float[].class);
      LONGS = of(base, long[].class);
      DOUBLES = of(base, double[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private JfsArrays() {}

  private static long of(Method base, Class<?> type) throws ReflectiveOperationException {
    return ((Number) base.invoke(UNSAFE, type)).longValue();
  }
}
