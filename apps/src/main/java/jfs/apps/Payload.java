package jfs.apps;

/** How much data a message has: elements of arrays, without what serialization adds. */
final class Payload {

  private Payload() {}

  /** The bytes of arrays, of {@link Sized} objects and of arrays of these; 0 of anything else. */
  static long bytes(Object payload) {
    if (payload instanceof byte[] bytes) {
      return bytes.length;
    } else if (payload instanceof int[] ints) {
      return (long) Integer.BYTES * ints.length;
    } else if (payload instanceof long[] longs) {
      return (long) Long.BYTES * longs.length;
    } else if (payload instanceof double[] doubles) {
      return (long) Double.BYTES * doubles.length;
    } else if (payload instanceof Sized sized) {
      return sized.bytes();
    } else if (payload instanceof Object[] objects) {
      long sum = 0;
      for (Object object : objects) {
        sum += bytes(object);
      }
      return sum;
    }
    return 0;
  }
}
