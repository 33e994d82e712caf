package jfs.streams;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What code that writes and code that reads have in common: names of what they call in {@code
 * java.io}, and the class around the one method.
 */
abstract class SlotCode {

  static final String OUT = "Ljava/io/ObjectOutputStream;";
  static final String BOUT = "Ljava/io/ObjectOutputStream$BlockDataOutputStream;";
  static final String IN = "Ljava/io/ObjectInputStream;";
  static final String BIN = "Ljava/io/ObjectInputStream$BlockDataInputStream;";
  static final String STATE = "Ljava/io/JfsInputState;";
  static final String OUT_STATE = "Ljava/io/JfsOutputState;";
  static final String DESC = "Ljava/io/ObjectStreamClass;";
  static final String OBJECT = "Ljava/lang/Object;";
  static final String CLASS = "Ljava/lang/Class;";

  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String NAME = "java/io/JfsCode";

  /** Where the bytes of an array begin. */
  final long bytes;

  final Slot[] slots;
  final MethodVisitor code;
  private final ClassWriter writer;

  /** The next local variable that is free. */
  private int locals;

  SlotCode(String parent, String name, String descriptor, long bytes, Slot[] slots) {
    this.bytes = bytes;
    this.slots = slots;
    writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String one, String other) {
            return "java/lang/Object";
          }
        };
    int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
    writer.visit(Opcodes.V17, access, NAME, null, parent, null);
    constructor(parent);
    code = writer.visitMethod(0, name, descriptor, null, null);
    code.visitCode();
    locals = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
  }

  private void constructor(String parent) {
    MethodVisitor constructor = writer.visitMethod(0, "<init>", "()V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    constructor.visitEnd();
  }

  /** The class of which this is the code. */
  final ClassWriter writer() {
    return writer;
  }

  final String name() {
    return NAME;
  }

  byte[] toBytes() {
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Takes a local variable of so many words. */
  final int local(int words) {
    int taken = locals;
    locals += words;
    return taken;
  }

  final void load(int opcode, int... variables) {
    for (int variable : variables) {
      code.visitVarInsn(opcode, variable);
    }
  }

  final void pushUnsafe() {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false);
  }

  final void callUnsafe(String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, UNSAFE, method, descriptor, false);
  }

  final void call(String owner, String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, descriptor, false);
  }

  final void pushLong(long value) {
    code.visitLdcInsn(value);
  }

  final void pushInt(int value) {
    code.visitLdcInsn(value);
  }

  /** Pushes a place in an array: a variable with its beginning, and a distance. */
  final void pushPlace(int base, int distance) {
    code.visitVarInsn(Opcodes.LLOAD, base);
    code.visitLdcInsn((long) distance);
    code.visitInsn(Opcodes.LADD);
  }
}
