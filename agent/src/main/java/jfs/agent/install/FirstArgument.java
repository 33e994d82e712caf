package jfs.agent.install;

import static jfs.agent.install.Instructions.ALOAD_0;
import static jfs.agent.install.Instructions.GETFIELD;
import static jfs.agent.install.Instructions.GETSTATIC;
import static jfs.agent.install.Instructions.INVOKESTATIC;
import static jfs.agent.install.Instructions.INVOKEVIRTUAL;
import static jfs.agent.install.Instructions.NOP;

/**
 * A change of a class of the JDK: where a method calls another with a field of its object as the
 * first argument, or calls a method of that field, it then calls a static method with the object
 * itself in that place. Nothing moves: the instruction that gets the field becomes as many that do
 * nothing, and both calls take three bytes.
 */
final class FirstArgument {

  private static final int NO_PUSH = -1;

  private final ClassFile file;
  private final String field;
  private final String type;
  private final String target;
  private final String self;

  /**
   * Prepares changes of calls that take a field.
   *
   * @param type the field's descriptor
   * @param target the class with the static methods
   * @param self the descriptor of what they take first
   */
  FirstArgument(ClassFile file, String field, String type, String target, String self) {
    this.file = file;
    this.field = field;
    this.type = type;
    this.target = target;
    this.self = self;
  }

  /**
   * Changes the calls of a method of {@code owner} within a method.
   *
   * @param opcode of the calls, INVOKESTATIC or INVOKEVIRTUAL
   * @param name the method that calls
   * @param callee the method that is called, name and descriptor
   * @param becomes the name of the static method
   * @throws IllegalArgumentException if there is not exactly one such call, or it is made otherwise
   */
  void replace(
      String name, String descriptor, int opcode, String owner, String callee, String becomes) {
    int bracket = callee.indexOf('(');
    String parameters = callee.substring(bracket);
    Instructions all = new Instructions(MethodCode.of(file, name, descriptor));
    int rest = others(opcode, parameters);
    int get = 0;
    int pushed = 0;
    int found = 0;
    boolean self = false;
    while (all.next()) {
      int at = all.at();
      if (all.is(opcode)
          && file.isMethod(
              file.unsignedShort(at + 1), owner, callee.substring(0, bracket), parameters)) {
        require(get != 0 && pushed == rest && found++ == 0, callee + " in " + name);
        file.putBytes(get, (byte) NOP, (byte) NOP, (byte) NOP);
        file.putBytes(at, (byte) INVOKESTATIC);
        file.putShort(
            at + 1, file.addMethodref(target, becomes, newParameters(opcode, parameters)));
      }
      int push = slots(all);
      if (self && isField(all, at)) {
        get = at;
        pushed = 0;
      } else if (push == NO_PUSH) {
        get = 0;
      } else {
        pushed += push;
      }
      self = all.is(ALOAD_0);
    }
    require(found == 1, callee + " not in " + name);
  }

  private boolean isField(Instructions all, int at) {
    return all.is(GETFIELD) && file.isField(file.unsignedShort(at + 1), field, type);
  }

  private String newParameters(int opcode, String parameters) {
    return "(" + self + parameters.substring(opcode == INVOKEVIRTUAL ? 1 : 1 + type.length());
  }

  /** How many words the arguments take that follow the field. */
  private int others(int opcode, String parameters) {
    int at = 1;
    if (opcode == INVOKESTATIC) {
      require(parameters.startsWith(type, 1), parameters);
      at += type.length();
    }
    int words = 0;
    while (parameters.charAt(at) != ')') {
      char kind = parameters.charAt(at);
      words += kind == 'J' || kind == 'D' ? 2 : 1;
      while (parameters.charAt(at) == '[') {
        at++;
      }
      at = parameters.charAt(at) == 'L' ? parameters.indexOf(';', at) + 1 : at + 1;
    }
    return words;
  }

  /** How many words an instruction pushes that takes none; a field's object counts already. */
  private static int slots(Instructions all) {
    int opcode = all.opcode();
    if (opcode == GETFIELD) {
      return 0;
    }
    if (opcode == Instructions.LDC2_W
        || (opcode >= Instructions.LLOAD_0 && opcode <= Instructions.LLOAD_3)) {
      return 2;
    }
    boolean one =
        (opcode >= Instructions.ICONST_M1 && opcode <= Instructions.ICONST_5)
            || opcode == Instructions.ILOAD
            || opcode == Instructions.ALOAD
            || (opcode >= Instructions.ILOAD_0 && opcode <= Instructions.ILOAD_3)
            || (opcode >= ALOAD_0 && opcode <= Instructions.ALOAD_3)
            || opcode == GETSTATIC;
    return one ? 1 : NO_PUSH;
  }

  private static void require(boolean expected, String otherwise) {
    if (!expected) {
      throw new IllegalArgumentException("not as expected: " + otherwise);
    }
  }
}
