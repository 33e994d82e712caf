package jfs.agent.install;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** Finds the instructions of one method in a {@link ClassFile} (JVMS 4.6, 4.7.3). */
final class MethodCode {

  private final ClassFile file;
  private final ByteBuffer in;

  private MethodCode(ClassFile file) {
    this.file = file;
    in = ByteBuffer.wrap(file.bytes()).position(file.poolEnd());
  }

  /**
   * Answers the instructions of a method, as a window: what is put there changes the class.
   *
   * @throws IllegalArgumentException if there is no such method with code
   */
  static ByteBuffer of(ClassFile file, String name, String descriptor) {
    try {
      return new MethodCode(file).find(name, descriptor);
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not a class file", e);
    }
  }

  private ByteBuffer find(String name, String descriptor) {
    skip(6); // access_flags, this_class, super_class
    skip(2 * unsignedShort()); // interfaces
    for (int fields = unsignedShort(); fields > 0; fields--) {
      skip(6); // access_flags, name, descriptor
      passAttributes();
    }
    for (int methods = unsignedShort(); methods > 0; methods--) {
      skip(2); // access_flags
      boolean named = file.isUtf8(unsignedShort(), name);
      boolean described = file.isUtf8(unsignedShort(), descriptor);
      ByteBuffer code = passAttributes();
      if (named && described && code != null) {
        return code;
      }
    }
    throw new IllegalArgumentException("no method " + name + descriptor);
  }

  /** Passes over attributes and answers the instructions among them, or null if there are none. */
  private ByteBuffer passAttributes() {
    ByteBuffer code = null;
    for (int attributes = unsignedShort(); attributes > 0; attributes--) {
      boolean isCode = file.isUtf8(unsignedShort(), "Code");
      int length = in.getInt();
      if (isCode) {
        int codeLengthAt = in.position() + 4; // after max_stack and max_locals
        code = in.slice(codeLengthAt + 4, in.getInt(codeLengthAt));
      }
      skip(length);
    }
    return code;
  }

  private int unsignedShort() {
    return in.getShort() & 0xffff;
  }

  private void skip(int bytes) {
    in.position(in.position() + bytes);
  }
}
