package jfs.agent.install;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A class file as the agent needs to see it: where the entries of its constant pool are (JVMS 4.4),
 * and new entries to be put behind them.
 *
 * <p>The agent uses no class-file library: loading one takes a third of the time that the whole
 * agent may take at start-up. The agent's edits are simple: they replace instructions in place, or
 * put some before all others ({@link CodePrefix}).
 */
final class ClassFile {

  private static final int MAGIC = 0xcafebabe;

  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int FIELDREF = 9;
  private static final int METHODREF = 10;
  private static final int INTERFACE_METHODREF = 11;
  private static final int NAME_AND_TYPE = 12;

  /**
   * Sizes of entries by tag, tag included; 0 is no tag, and {@link #UTF8} entries state their own.
   */
  private static final int[] SIZES = {
    0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3
  };

  private static final int COUNT_AT = 8;
  private static final int POOL_AT = 10;
  private static final int MAX_COUNT = 0xffff;

  private byte[] bytes;

  /** Where each entry is; 0 for none: at index 0, and after each long and double. */
  private final int[] entries;

  private final int poolEnd;

  private byte[] added = {};
  private int count;

  /**
   * Parses a class file up to the end of its constant pool.
   *
   * @throws IllegalArgumentException if it is not one, or of a kind that is not known yet
   */
  ClassFile(byte[] original) {
    bytes = original.clone();
    try {
      count = unsignedShort(COUNT_AT);
      if (ByteBuffer.wrap(bytes).getInt(0) != MAGIC || count == 0) {
        throw new IllegalArgumentException("not a class file");
      }
      entries = new int[count];
      int at = POOL_AT;
      for (int i = 1; i < count; i++) {
        entries[i] = at;
        int tag = bytes[at] & 0xff;
        int size = tag == UTF8 ? 3 + unsignedShort(at + 1) : tag < SIZES.length ? SIZES[tag] : 0;
        if (size == 0) {
          throw new IllegalArgumentException("unknown constant pool tag " + tag);
        }
        at += size;
        if (tag == LONG || tag == DOUBLE) {
          i++; // takes two places
        }
      }
      poolEnd = Objects.checkIndex(at, bytes.length); // more follows the pool
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not a class file", e);
    }
  }

  /** Its length, without what was added to the pool. */
  int size() {
    return bytes.length;
  }

  int unsignedByte(int at) {
    return bytes[at] & 0xff;
  }

  int unsignedShort(int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }

  int integer(int at) {
    return unsignedShort(at) << 16 | unsignedShort(at + 2);
  }

  void putShort(int at, int value) {
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
  }

  void putInteger(int at, int value) {
    putShort(at, value >> 16);
    putShort(at + 2, value);
  }

  void putBytes(int at, byte... values) {
    System.arraycopy(values, 0, bytes, at, values.length);
  }

  /** Where the constant pool ends and access_flags begins. */
  int poolEnd() {
    return poolEnd;
  }

  /** The class file as it is now, with what was added. */
  byte[] toBytes() {
    putShort(COUNT_AT, count);
    byte[] all = Arrays.copyOf(bytes, bytes.length + added.length);
    System.arraycopy(added, 0, all, poolEnd, added.length);
    System.arraycopy(bytes, poolEnd, all, poolEnd + added.length, bytes.length - poolEnd);
    return all;
  }

  /** Whether an original entry is a class of this name. */
  boolean isClass(int index, String internalName) {
    return is(index, CLASS) && isUtf8(unsignedShort(entries[index] + 1), internalName);
  }

  /** Whether an original entry is this method of a class. */
  boolean isMethod(int index, String owner, String name, String descriptor) {
    if (!is(index, METHODREF) || !isClass(unsignedShort(entries[index] + 1), owner)) {
      return false;
    }
    int signature = unsignedShort(entries[index] + 3);
    return is(signature, NAME_AND_TYPE)
        && isUtf8(unsignedShort(entries[signature] + 1), name)
        && isUtf8(unsignedShort(entries[signature] + 3), descriptor);
  }

  /** Whether an original entry is a field of this name and descriptor, of whatever class. */
  boolean isField(int index, String name, String descriptor) {
    if (!is(index, FIELDREF)) {
      return false;
    }
    int signature = unsignedShort(entries[index] + 3);
    return is(signature, NAME_AND_TYPE)
        && isUtf8(unsignedShort(entries[signature] + 1), name)
        && isUtf8(unsignedShort(entries[signature] + 3), descriptor);
  }

  private boolean is(int index, int tag) {
    return index < entries.length && entries[index] != 0 && bytes[entries[index]] == tag;
  }

  /**
   * Answers the index of a reference to a field of this class itself.
   *
   * @throws IllegalArgumentException if the class file makes no use of it
   */
  int indexOfOwnField(String name, String descriptor) {
    if (poolEnd + 4 > bytes.length) {
      throw new IllegalArgumentException("not a class file");
    }
    int thisClass = unsignedShort(poolEnd + 2);
    for (int i = 1; i < entries.length; i++) {
      int at = entries[i];
      if (at != 0 && bytes[at] == FIELDREF && unsignedShort(at + 1) == thisClass) {
        int signature = entries[unsignedShort(at + 3)];
        if (isUtf8(unsignedShort(signature + 1), name)
            && isUtf8(unsignedShort(signature + 3), descriptor)) {
          return i;
        }
      }
    }
    throw new IllegalArgumentException("no use of the field " + name);
  }

  /** Makes room at a place behind the pool: the bytes from there on move. */
  void insert(int at, int room) {
    byte[] all = Arrays.copyOf(bytes, bytes.length + room);
    System.arraycopy(bytes, at, all, at + room, bytes.length - at);
    bytes = all;
  }

  /**
   * Adds a reference to a static method and answers its index.
   *
   * @throws IllegalArgumentException if there is no room for it
   */
  int addMethodref(String owner, String name, String descriptor) {
    int ownerIndex = addClass(owner);
    int signature = add(NAME_AND_TYPE, addUtf8(name), addUtf8(descriptor));
    return add(METHODREF, ownerIndex, signature);
  }

  /**
   * Makes all references to a class refer to another; descriptors stay as they are.
   *
   * @return whether there were any
   * @throws IllegalArgumentException if there is no room for the name
   */
  boolean renameClass(String from, String to) {
    int name = 0;
    for (int i = 1; i < entries.length; i++) {
      if (isClass(i, from)) {
        name = name == 0 ? addUtf8(to) : name;
        putShort(entries[i] + 1, name);
      }
    }
    return name != 0;
  }

  /** How many entries the original pool has, with the one at index 0. */
  int entries() {
    return entries.length;
  }

  /**
   * Answers to which member of which class an original entry refers: owner, name and descriptor; or
   * null if it refers to none.
   */
  String[] reference(int index) {
    if (!is(index, FIELDREF) && !is(index, METHODREF) && !is(index, INTERFACE_METHODREF)) {
      return null;
    }
    int at = entries[index];
    int signature = entries[unsignedShort(at + 3)];
    return new String[] {
      className(unsignedShort(at + 1)),
      utf8(unsignedShort(signature + 1)),
      utf8(unsignedShort(signature + 3))
    };
  }

  /** The name of a class that an original entry is; null for none. */
  String className(int index) {
    return is(index, CLASS) ? utf8(unsignedShort(entries[index] + 1)) : null;
  }

  private String utf8(int index) {
    int at = entries[index];
    return new String(bytes, at + 3, unsignedShort(at + 1), StandardCharsets.ISO_8859_1);
  }

  /** Whether an original entry refers to a class of this name. */
  boolean refersTo(String internalName) {
    for (int i = 1; i < entries.length; i++) {
      if (isClass(i, internalName)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an original entry is this text. */
  boolean isUtf8(int index, String text) {
    if (index >= entries.length) {
      return false;
    }
    int at = entries[index];
    return bytes[at] == UTF8
        && unsignedShort(at + 1) == text.length() // else this would make many strings
        && text.equals(
            new String(bytes, at + 3, unsignedShort(at + 1), StandardCharsets.ISO_8859_1));
  }

  /**
   * Adds a class and answers its index.
   *
   * @throws IllegalArgumentException if there is no room for it
   */
  int addClass(String internalName) {
    return add(CLASS, addUtf8(internalName));
  }

  /**
   * Adds a text and answers its index.
   *
   * @throws IllegalArgumentException if there is no room for it
   */
  int addUtf8(String ascii) {
    int index = add(UTF8, ascii.length());
    int at = added.length;
    added = Arrays.copyOf(added, at + ascii.length());
    System.arraycopy(ascii.getBytes(StandardCharsets.US_ASCII), 0, added, at, ascii.length());
    return index;
  }

  private int add(int tag, int... shorts) {
    if (count == MAX_COUNT) {
      throw new IllegalArgumentException("the constant pool is full");
    }
    int at = added.length;
    added = Arrays.copyOf(added, at + 1 + 2 * shorts.length);
    added[at++] = (byte) tag;
    for (int value : shorts) {
      added[at++] = (byte) (value >> 8);
      added[at++] = (byte) value;
    }
    return count++;
  }
}
