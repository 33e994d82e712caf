package jfs.streams;

/**
 * The fields that one class adds to the form of its objects: see {@code java.io.JfsFields}.
 *
 * @param size how many bytes the primitive fields take
 * @param kinds the type codes of the primitive fields
 * @param primitives where they are in an object
 * @param references where the references are in an object
 * @param checked whether a reference has a type to be checked
 * @param unshared whether it is unshared
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares two
record Slot(
    int size,
    byte[] kinds,
    long[] primitives,
    long[] references,
    boolean[] checked,
    boolean[] unshared) {

  static Slot of(Object[] parts) {
    return new Slot(
        (Integer) parts[0],
        (byte[]) parts[1],
        (long[]) parts[2],
        (long[]) parts[3],
        (boolean[]) parts[4],
        (boolean[]) parts[5]);
  }

  /** How many bytes a primitive field takes. */
  static int size(byte kind) {
    return switch (kind) {
      case 'Z', 'B' -> 1;
      case 'C', 'S' -> 2;
      case 'I', 'F' -> 4;
      default -> 8;
    };
  }
}
