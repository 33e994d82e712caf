package jfs.agent.install;

/**
 * Walks the instructions of a method (JVMS 6.5), one after another. It knows only where each one
 * begins and ends: a byte that looks like an instruction may be an operand.
 */
final class Instructions {

  static final int NOP = 0x00;
  static final int ICONST_M1 = 0x02;
  static final int ICONST_5 = 0x08;
  static final int LDC2_W = 0x14;
  static final int ILOAD = 0x15;
  static final int ALOAD = 0x19;
  static final int ILOAD_0 = 0x1a;
  static final int ILOAD_1 = 0x1b;
  static final int ILOAD_2 = 0x1c;
  static final int ILOAD_3 = 0x1d;
  static final int LLOAD_0 = 0x1e;
  static final int LLOAD_3 = 0x21;
  static final int ALOAD_0 = 0x2a;
  static final int ALOAD_1 = 0x2b;
  static final int ALOAD_3 = 0x2d;
  static final int ASTORE_1 = 0x4c;
  static final int DUP = 0x59;
  static final int GETSTATIC = 0xb2;
  static final int GETFIELD = 0xb4;
  static final int INVOKEVIRTUAL = 0xb6;
  static final int INVOKESPECIAL = 0xb7;
  static final int INVOKESTATIC = 0xb8;
  static final int NEW = 0xbb;
  static final int CHECKCAST = 0xc0;

  private static final int IINC = 0x84;
  private static final int TABLESWITCH = 0xaa;
  private static final int LOOKUPSWITCH = 0xab;
  private static final int WIDE = 0xc4;

  /**
   * Opcodes at which the length of instructions changes: the new one is at the same place below.
   */
  private static final int[] FROM = {
    0x00, 0x10, 0x11, 0x12, 0x13, 0x15, 0x1a, 0x36, 0x3b, 0x84, 0x85, 0x99, 0xa9, 0xaa, 0xac, 0xb2,
    0xb9, 0xbb, 0xbc, 0xbd, 0xbe, 0xc0, 0xc2, 0xc4, 0xc5, 0xc6, 0xc8, 0xca
  };

  /** In bytes; 0 for instructions that state their own length, and where there are none. */
  private static final int[] LENGTH = {
    1, 2, 3, 2, 3, 2, 1, 2, 1, 3, 1, 3, 2, 0, 1, 3, //
    5, 3, 2, 3, 1, 3, 1, 0, 4, 3, 5, 0
  };

  private final ClassFile file;
  private final int start;
  private final int end;
  private int at;
  private int next;

  /** Starts before the first instruction of a method. */
  Instructions(MethodCode code) {
    file = code.file();
    start = code.start();
    end = code.end();
    next = start;
  }

  /**
   * Goes to the next instruction.
   *
   * @return whether there is one
   * @throws IllegalArgumentException if the bytes there are none
   */
  boolean next() {
    at = next;
    if (at == end) {
      return false;
    }
    next = at + length();
    if (next <= at || next > end) {
      throw new IllegalArgumentException("instructions that do not end where they should");
    }
    return true;
  }

  /** Where the instruction is in the class file. */
  int at() {
    return at;
  }

  /** Whether this instruction has this opcode. */
  boolean is(int opcode) {
    return opcode() == opcode;
  }

  /** The opcode of this instruction. */
  int opcode() {
    return file.unsignedByte(at);
  }

  private int length() {
    int opcode = file.unsignedByte(at);
    int row = 0;
    while (row + 1 < FROM.length && FROM[row + 1] <= opcode) {
      row++;
    }
    if (LENGTH[row] > 0) {
      return LENGTH[row];
    }
    int operands = at + 1 + (3 - (at - start) % 4); // of a switch, aligned
    return switch (opcode) {
      case TABLESWITCH ->
          operands - at + 16 + 4 * (file.integer(operands + 8) - file.integer(operands + 4));
      case LOOKUPSWITCH -> operands - at + 8 + 8 * file.integer(operands + 4);
      case WIDE -> file.unsignedByte(at + 1) == IINC ? 6 : 4;
      default -> throw new IllegalArgumentException("unknown instruction " + opcode);
    };
  }
}
