package jfs.agent.install;

import java.io.ByteArrayOutputStream;

/** The instructions of a method that passes all that it is given to a static one. */
final class StaticCall {

  private static final int ILOAD = 0x15;
  private static final int LLOAD = 0x16;
  private static final int FLOAD = 0x17;
  private static final int DLOAD = 0x18;
  private static final int ALOAD = 0x19;
  private static final int ARETURN = 0xb0;
  private static final int IRETURN = 0xac;
  private static final int RETURN = 0xb1;

  private StaticCall() {}

  /**
   * The instructions, without jumps, so that they need no frames.
   *
   * @param descriptor of the method of objects that they are for
   * @param target the index of the static method, which has the object as its first argument
   * @throws IllegalArgumentException if it returns something that is not thought of
   */
  static byte[] of(String descriptor, int target) {
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    code.write(ALOAD);
    code.write(0);
    int local = 1;
    for (int at = 1; descriptor.charAt(at) != ')'; at = next(descriptor, at)) {
      code.write(load(descriptor.charAt(at)));
      code.write(local);
      local += words(descriptor.charAt(at));
    }
    code.write(Instructions.INVOKESTATIC);
    code.write(target >> 8);
    code.write(target);
    code.write(toReturn(descriptor.charAt(descriptor.indexOf(')') + 1)));
    return code.toByteArray();
  }

  /** How many words the object and the arguments take. */
  static int words(String descriptor) {
    int words = 1;
    for (int at = 1; descriptor.charAt(at) != ')'; at = next(descriptor, at)) {
      words += words(descriptor.charAt(at));
    }
    return words;
  }

  private static int words(char kind) {
    return kind == 'J' || kind == 'D' ? 2 : 1;
  }

  /** Where the type ends that begins there. */
  private static int next(String descriptor, int from) {
    int at = from;
    while (descriptor.charAt(at) == '[') {
      at++;
    }
    return descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
  }

  private static int load(char kind) {
    return switch (kind) {
      case 'L', '[' -> ALOAD;
      case 'J' -> LLOAD;
      case 'F' -> FLOAD;
      case 'D' -> DLOAD;
      default -> ILOAD;
    };
  }

  private static int toReturn(char kind) {
    return switch (kind) {
      case 'V' -> RETURN;
      case 'L', '[' -> ARETURN;
      case 'Z', 'I' -> IRETURN;
      default -> throw new IllegalArgumentException("returns " + kind);
    };
  }
}
