package jfs.agent.install;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Finds the instructions of one method in a {@link ClassFile} (JVMS 4.6, 4.7.3). By plain indexes:
 * this runs once, interpreted, where calls into buffers would be felt.
 */
final class MethodCode {

  private static final int RETURN = 0xb1;

  private final ClassFile file;
  private int at;

  private MethodCode(ClassFile file) {
    this.file = file;
    at = file.poolEnd();
  }

  /**
   * Answers the instructions of a method, as a window: what is put there changes the class.
   *
   * @throws IllegalArgumentException if there is no such method with code
   */
  static ByteBuffer of(ClassFile file, String name, String descriptor) {
    try {
      int code = new MethodCode(file).find(name, descriptor);
      return ByteBuffer.wrap(file.bytes()).slice(code, file.integer(code - 4));
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not a class file", e);
    }
  }

  /**
   * Gives a method that only returns other instructions.
   *
   * @throws IllegalArgumentException if there is no such method, or it does something
   */
  static void fill(
      ClassFile file, String name, String descriptor, int maxStack, byte[] instructions) {
    ByteBuffer code = of(file, name, descriptor);
    int start = code.arrayOffset();
    ByteBuffer all = ByteBuffer.wrap(file.bytes());
    if (code.limit() != 1
        || (code.get(0) & 0xff) != RETURN
        || start + 3 > all.limit()
        || all.getShort(start + 1) != 0) { // exception_table_length
      throw new IllegalArgumentException(name + " does something");
    }
    int more = instructions.length - 1;
    file.insert(start, more);
    all = ByteBuffer.wrap(file.bytes());
    all.putInt(start - 12, all.getInt(start - 12) + more); // attribute_length
    all.putShort(start - 8, (short) maxStack);
    all.putInt(start - 4, instructions.length);
    all.put(start, instructions);
  }

  /** Where the instructions begin. */
  private int find(String name, String descriptor) {
    at += 6; // access_flags, this_class, super_class
    int interfaces = unsignedShort();
    at += 2 * interfaces;
    for (int fields = unsignedShort(); fields > 0; fields--) {
      at += 6; // access_flags, name, descriptor
      passAttributes(false);
    }
    for (int methods = unsignedShort(); methods > 0; methods--) {
      at += 2; // access_flags
      boolean named = file.isUtf8(unsignedShort(), name);
      boolean described = file.isUtf8(unsignedShort(), descriptor);
      int code = passAttributes(named && described);
      if (code > 0) {
        return code;
      }
    }
    throw new IllegalArgumentException("no method " + name + descriptor);
  }

  /** Passes over attributes and answers where the wanted instructions are, 0 if there are none. */
  private int passAttributes(boolean wanted) {
    int code = 0;
    for (int attributes = unsignedShort(); attributes > 0; attributes--) {
      int name = unsignedShort();
      int length = file.integer(at);
      at += 4;
      if (wanted && file.isUtf8(name, "Code")) {
        code = at + 8; // after max_stack, max_locals and code_length
      }
      at = Objects.checkFromIndexSize(at, length, file.bytes().length) + length;
    }
    return code;
  }

  private int unsignedShort() {
    int value = file.unsignedShort(at);
    at += 2;
    return value;
  }
}
