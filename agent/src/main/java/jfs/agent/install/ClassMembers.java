package jfs.agent.install;

import java.util.Objects;

/**
 * The fields and methods of a {@link ClassFile}, and its nest (JVMS 4.5, 4.6, 4.7.28, 4.7.29): to
 * look for them, to give them other names and to add more. What was found before an addition may be
 * elsewhere after it, so each method looks anew.
 */
final class ClassMembers {

  static final int PRIVATE = 0x0002;
  static final int TRANSIENT = 0x0080;

  /** access_flags, name, descriptor. */
  private static final int HEAD = 6;

  private final ClassFile file;

  ClassMembers(ClassFile file) {
    this.file = file;
  }

  /** The name of the class that it extends; null for none. */
  String superName() {
    return file.className(file.unsignedShort(file.poolEnd() + 4));
  }

  boolean hasField(String name, String descriptor) {
    return find(fields(), name, descriptor) != 0;
  }

  boolean hasMethod(String name, String descriptor) {
    return find(methods(), name, descriptor) != 0;
  }

  /** Adds a field of the class's objects. */
  void addField(int access, String name, String descriptor) {
    add(fields(), methods(), access, file.addUtf8(name), file.addUtf8(descriptor), new byte[2]);
  }

  /**
   * Gives a method of objects another name, and adds one with its old name that calls a static
   * method with the object and all arguments.
   *
   * @param owner the class that has the static method, of the same name
   * @param self the descriptor of this class
   * @throws IllegalArgumentException if there is no such method
   */
  void delegate(String name, String descriptor, String newName, String owner, String self) {
    int at = find(methods(), name, descriptor);
    if (at == 0) {
      throw new IllegalArgumentException("no method " + name + descriptor);
    }
    int access = file.unsignedShort(at);
    int oldName = file.unsignedShort(at + 2);
    int target = file.addMethodref(owner, name, "(" + self + descriptor.substring(1));
    byte[] code = StaticCall.of(descriptor, target);
    int size = StaticCall.words(descriptor);
    file.putShort(at + 2, file.addUtf8(newName));
    byte[] attributes = new byte[2 + 6 + 8 + code.length + 4];
    put(attributes, 0, 1); // attributes_count
    put(attributes, 2, file.addUtf8("Code"));
    put(attributes, 6, 8 + code.length + 4); // attribute_length, its lower half
    put(attributes, 8, Math.max(size, 2)); // max_stack, for the result too
    put(attributes, 10, size); // max_locals
    put(attributes, 14, code.length); // code_length, its lower half
    System.arraycopy(code, 0, attributes, 16, code.length);
    add(methods(), attributes(), access, oldName, file.unsignedShort(at + 4), attributes);
  }

  /**
   * Adds classes to the nest whose host this class is.
   *
   * @throws IllegalArgumentException if it is no host
   */
  void addNestMembers(String... names) {
    int at = attributes() + 2;
    for (int count = file.unsignedShort(at - 2); count > 0; count--) {
      int length = file.integer(at + 2);
      if (file.isUtf8(file.unsignedShort(at), "NestMembers")) {
        int end = at + 6 + length;
        file.insert(end, 2 * names.length);
        for (int i = 0; i < names.length; i++) {
          file.putShort(end + 2 * i, file.addClass(names[i]));
        }
        file.putInteger(at + 2, length + 2 * names.length);
        file.putShort(at + 6, file.unsignedShort(at + 6) + names.length);
        return;
      }
      at = pass(at + 6, length);
    }
    throw new IllegalArgumentException("no nest");
  }

  /** Says which class's nest this one belongs to. It must have said nothing before. */
  void setNestHost(String host) {
    int at = attributes();
    int end = file.size();
    file.insert(end, 8);
    file.putShort(end, file.addUtf8("NestHost"));
    file.putInteger(end + 2, 2);
    file.putShort(end + 6, file.addClass(host));
    file.putShort(at, file.unsignedShort(at) + 1);
  }

  /** Adds a member at the end of a table, which is where the next one begins. */
  private void add(int table, int end, int access, int name, int descriptor, byte[] attributes) {
    file.putShort(table, file.unsignedShort(table) + 1);
    file.insert(end, HEAD + attributes.length);
    file.putShort(end, access);
    file.putShort(end + 2, name);
    file.putShort(end + 4, descriptor);
    file.putBytes(end + HEAD, attributes);
  }

  private static void put(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
  }

  /** Where the table of fields is. */
  private int fields() {
    int interfaces = file.poolEnd() + 6;
    return interfaces + 2 + 2 * file.unsignedShort(interfaces);
  }

  private int methods() {
    return end(fields());
  }

  private int attributes() {
    return end(methods());
  }

  /** Where a table of members ends. */
  private int end(int table) {
    int at = table + 2;
    for (int count = file.unsignedShort(table); count > 0; count--) {
      at = endOfMember(at);
    }
    return at;
  }

  private int endOfMember(int member) {
    int at = member + HEAD + 2;
    for (int count = file.unsignedShort(member + HEAD); count > 0; count--) {
      at = pass(at + 6, file.integer(at + 2));
    }
    return at;
  }

  private int pass(int at, int length) {
    return Objects.checkFromIndexSize(at, length, file.size()) + length;
  }

  /** Where a member of a table is; 0 if it has none such. */
  private int find(int table, String name, String descriptor) {
    int at = table + 2;
    for (int count = file.unsignedShort(table); count > 0; count--) {
      if (file.isUtf8(file.unsignedShort(at + 2), name)
          && file.isUtf8(file.unsignedShort(at + 4), descriptor)) {
        return at;
      }
      at = endOfMember(at);
    }
    return 0;
  }
}
