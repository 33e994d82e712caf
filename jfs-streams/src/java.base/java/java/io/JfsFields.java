package java.io;

import java.lang.reflect.Field;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;

/**
 * The fields that one class adds to the serialized form of its objects: first the primitive ones,
 * in the order and size that the stream has them, then the references.
 */
final class JfsFields {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long BYTES = JfsArrays.BYTES;

  /** How many bytes the primitive fields take. */
  final int size;

  /** The type codes of the primitive fields. */
  private final byte[] kinds;

  /** Where the primitive fields are in an object. */
  private final long[] primitives;

  /** Where the references are in an object. */
  final long[] references;

  /** The types of the references; null for Object. */
  final Class<?>[] types;

  /** Whether each reference is written and read without sharing. */
  final boolean[] unshared;

  private JfsFields(ObjectStreamClass desc, byte[] kinds, long[] offsets) {
    ObjectStreamField[] fields = desc.getFields(false);
    int first = kinds.length;
    size = desc.getPrimDataSize();
    this.kinds = kinds;
    primitives = Arrays.copyOf(offsets, first);
    references = Arrays.copyOfRange(offsets, first, offsets.length);
    types = new Class<?>[references.length];
    unshared = new boolean[references.length];
    for (int i = 0; i < references.length; i++) {
      Class<?> type = fields[first + i].getField().getType();
      types[i] = type == Object.class ? null : type;
      unshared[i] = fields[first + i].isUnshared();
    }
  }

  /**
   * Looks at the fields of a description; returns null if the class lacks one of them, or the
   * stream has one twice. Peers describe classes so all the time: no exception is made of it.
   */
  static JfsFields of(ObjectStreamClass desc) {
    ObjectStreamField[] fields = desc.getFields(false);
    int first = fields.length - desc.getNumObjFields();
    byte[] kinds = new byte[first];
    long[] offsets = new long[fields.length];
    for (int i = 0; i < fields.length; i++) {
      Field member = fields[i].getField();
      if (member == null || (i >= first && fields[i].getOffset() != i - first)) {
        return null;
      }
      offsets[i] = UNSAFE.objectFieldOffset(member);
      for (int j = 0; j < i; j++) {
        if (offsets[i] == offsets[j]) {
          return null;
        }
      }
      if (i < first) {
        kinds[i] = (byte) fields[i].getTypeCode();
      }
    }
    return sizeOf(kinds) == desc.getPrimDataSize() ? new JfsFields(desc, kinds, offsets) : null;
  }

  /** How many bytes fields of these kinds take; -1 if one is not of a primitive kind. */
  private static int sizeOf(byte[] kinds) {
    int size = 0;
    for (byte kind : kinds) {
      int one = sizeOf(kind);
      if (one < 0) {
        return -1;
      }
      size += one;
    }
    return size;
  }

  private static int sizeOf(byte kind) {
    switch (kind) {
      case 'Z', 'B':
        return 1;
      case 'C', 'S':
        return 2;
      case 'I', 'F':
        return 4;
      case 'J', 'D':
        return 8;
      default:
        return -1;
    }
  }

  /** How many fields all slots have. */
  static int count(JfsFields[] slots) {
    int count = 0;
    for (JfsFields slot : slots) {
      count += slot.kinds.length + slot.references.length;
    }
    return count;
  }

  /** For one who makes code of it; see {@link JfsHot#get}. */
  Object[] describe() {
    boolean[] checked = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      checked[i] = types[i] != null;
    }
    return new Object[] {size, kinds, primitives, references, checked, unshared};
  }

  /** Puts the primitive fields of an object into a buffer with room for them. */
  void get(Object from, byte[] to, int at) {
    long place = BYTES + at;
    for (int i = 0; i < kinds.length; i++) {
      long offset = primitives[i];
      switch (kinds[i]) {
        case 'Z':
          UNSAFE.putByte(to, place++, (byte) (UNSAFE.getBoolean(from, offset) ? 1 : 0));
          break;
        case 'B':
          UNSAFE.putByte(to, place++, UNSAFE.getByte(from, offset));
          break;
        case 'C':
          UNSAFE.putCharUnaligned(to, place, UNSAFE.getChar(from, offset), true);
          place += 2;
          break;
        case 'S':
          UNSAFE.putShortUnaligned(to, place, UNSAFE.getShort(from, offset), true);
          place += 2;
          break;
        case 'I':
          UNSAFE.putIntUnaligned(to, place, UNSAFE.getInt(from, offset), true);
          place += 4;
          break;
        case 'F': // all that are not numbers look the same in a stream
          int floatBits = Float.floatToIntBits(UNSAFE.getFloat(from, offset));
          UNSAFE.putIntUnaligned(to, place, floatBits, true);
          place += 4;
          break;
        case 'J':
          UNSAFE.putLongUnaligned(to, place, UNSAFE.getLong(from, offset), true);
          place += 8;
          break;
        default:
          long doubleBits = Double.doubleToLongBits(UNSAFE.getDouble(from, offset));
          UNSAFE.putLongUnaligned(to, place, doubleBits, true);
          place += 8;
          break;
      }
    }
  }

  /** Sets the primitive fields of an object to what is in a buffer. */
  void set(Object to, byte[] from, int at) {
    long place = BYTES + at;
    for (int i = 0; i < kinds.length; i++) {
      long offset = primitives[i];
      switch (kinds[i]) {
        case 'Z':
          UNSAFE.putBoolean(to, offset, UNSAFE.getByte(from, place++) != 0);
          break;
        case 'B':
          UNSAFE.putByte(to, offset, UNSAFE.getByte(from, place++));
          break;
        case 'C':
          UNSAFE.putChar(to, offset, UNSAFE.getCharUnaligned(from, place, true));
          place += 2;
          break;
        case 'S':
          UNSAFE.putShort(to, offset, UNSAFE.getShortUnaligned(from, place, true));
          place += 2;
          break;
        case 'I':
          UNSAFE.putInt(to, offset, UNSAFE.getIntUnaligned(from, place, true));
          place += 4;
          break;
        case 'F':
          int floatBits = UNSAFE.getIntUnaligned(from, place, true);
          UNSAFE.putFloat(to, offset, Float.intBitsToFloat(floatBits));
          place += 4;
          break;
        case 'J':
          UNSAFE.putLong(to, offset, UNSAFE.getLongUnaligned(from, place, true));
          place += 8;
          break;
        default:
          long doubleBits = UNSAFE.getLongUnaligned(from, place, true);
          UNSAFE.putDouble(to, offset, Double.longBitsToDouble(doubleBits));
          place += 8;
          break;
      }
    }
  }
}
