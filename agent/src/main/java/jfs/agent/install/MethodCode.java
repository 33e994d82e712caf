package jfs.agent.install;

import java.util.Objects;

/**
 * The Code attribute of one method in a {@link ClassFile} (JVMS 4.6, 4.7.3). Uses plain indexes:
 * this code runs interpreted as the JVM starts, where calls of buffers would take noticeable time.
 */
final class MethodCode {

  private final ClassFile file;
  private int at;

  /** Where the instructions begin. */
  private int start;

  private MethodCode(ClassFile file) {
    this.file = file;
    at = file.poolEnd();
  }

  /**
   * Answers the code of a method, or null if the class has no such method, or none with code.
   *
   * @throws IllegalArgumentException if it is no class file
   */
  static MethodCode find(ClassFile file, String name, String descriptor) {
    try {
      MethodCode code = new MethodCode(file);
      code.start = code.find(name, descriptor);
      if (code.start == 0) {
        return null;
      }
      Objects.checkFromToIndex(code.start, code.end() + 4, file.size());
      return code;
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not a class file", e);
    }
  }

  /**
   * Answers the code of a method.
   *
   * @throws IllegalArgumentException if there is no such method with code
   */
  static MethodCode of(ClassFile file, String name, String descriptor) {
    MethodCode code = find(file, name, descriptor);
    if (code == null) {
      throw new IllegalArgumentException("no method " + name + descriptor + " with code");
    }
    return code;
  }

  ClassFile file() {
    return file;
  }

  /** Where the instructions begin, in the class file; the fields before them are of fixed size. */
  int start() {
    return start;
  }

  /** Where the instructions end. */
  int end() {
    return start + file.integer(start - 4);
  }

  /** Where the instructions begin, 0 if there are none. */
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
      if (named && described) {
        return code;
      }
    }
    return 0;
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
      at = Objects.checkFromIndexSize(at, length, file.size()) + length;
    }
    return code;
  }

  private int unsignedShort() {
    int value = file.unsignedShort(at);
    at += 2;
    return value;
  }
}
