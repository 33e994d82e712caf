package jfs.streams;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes a {@code java.io.JfsReadCodec}: it reads all fields into local variables, checks the types
 * of the references, and then sets the fields.
 */
final class ReadCode extends SlotCode {

  private static final String VALUES = "java/io/JfsValues";
  private static final String HANDLES = "java/io/JfsHandles";

  private static final int STREAM = 1;
  private static final int BUFFER = 2;
  private static final int STATE_OF_JFS = 3;
  private static final int DESCRIPTION = 4;

  private final int object = local(1);
  private final int handle = local(1);
  private final int buf = local(1);
  private final int base = local(2);

  /** How many class constants there are. */
  private int constants;

  /** The local variables of each slot's fields, and whether its values are kept. */
  private final int[][] primitives;

  private final int[][] references;
  private final int[] kept;
  private final boolean setsWithoutClass;

  ReadCode(long bytes, Slot[] slots, boolean setsWithoutClass) {
    super(
        "java/io/JfsReadCodec", "read", "(" + IN + BIN + STATE + DESC + ")" + OBJECT, bytes, slots);
    this.setsWithoutClass = setsWithoutClass;
    primitives = new int[slots.length][];
    references = new int[slots.length][];
    kept = new int[slots.length];
    make();
    for (int i = 0; i < slots.length; i++) {
      read(i);
    }
    Label end = new Label();
    if (!setsWithoutClass) {
      pushIsWhole();
      code.visitJumpInsn(Opcodes.IFEQ, end);
    }
    for (int i = 0; i < slots.length; i++) {
      check(i);
    }
    for (int i = 0; i < slots.length; i++) {
      set(i);
    }
    code.visitLabel(end);
    load(Opcodes.ALOAD, object);
    code.visitInsn(Opcodes.ARETURN);
    initializer();
  }

  private void make() {
    pushUnsafe();
    pushConstant();
    callUnsafe("allocateInstance", "(" + CLASS + ")" + OBJECT);
    code.visitVarInsn(Opcodes.ASTORE, object);
    load(Opcodes.ALOAD, STREAM, object);
    call(HANDLES, "assign", "(" + IN + OBJECT + ")I");
    code.visitVarInsn(Opcodes.ISTORE, handle);
  }

  private void pushIsWhole() {
    load(Opcodes.ALOAD, STREAM);
    load(Opcodes.ILOAD, handle);
    call(HANDLES, "isWhole", "(" + IN + "I)Z");
  }

  /** Pushes the next class constant. */
  private void pushConstant() {
    code.visitFieldInsn(Opcodes.GETSTATIC, name(), "t" + constants++, CLASS);
  }

  private void read(int index) {
    Slot slot = slots[index];
    if (setsWithoutClass && index > 0) {
      pushIsWhole();
      kept[index] = local(1);
      code.visitVarInsn(Opcodes.ISTORE, kept[index]);
    }
    primitives[index] = new int[slot.kinds().length];
    if (slot.size() > 0) {
      load(Opcodes.ALOAD, BUFFER, STATE_OF_JFS);
      pushInt(slot.size());
      call(VALUES, "primitives", "(" + BIN + STATE + "I)[B");
      code.visitVarInsn(Opcodes.ASTORE, buf);
      code.visitVarInsn(Opcodes.ALOAD, buf);
      load(Opcodes.ALOAD, STATE_OF_JFS);
      code.visitFieldInsn(Opcodes.GETFIELD, "java/io/JfsInputState", "at", "I");
      pushInt(slot.size());
      call(VALUES, "place", "([BII)I");
      code.visitInsn(Opcodes.I2L);
      pushLong(bytes);
      code.visitInsn(Opcodes.LADD);
      code.visitVarInsn(Opcodes.LSTORE, base);
      int at = 0;
      for (int i = 0; i < slot.kinds().length; i++) {
        primitives[index][i] = readPrimitive(slot.kinds()[i], at);
        at += Slot.size(slot.kinds()[i]);
      }
    }
    references[index] = new int[slot.references().length];
    for (int i = 0; i < slot.references().length; i++) {
      if (slot.unshared()[i]) {
        load(Opcodes.ALOAD, STREAM);
        call(VALUES, "readUnshared", "(" + IN + ")" + OBJECT);
      } else {
        load(Opcodes.ALOAD, STREAM, BUFFER, STATE_OF_JFS);
        call("java/io/JfsObjectInput", "read", "(" + IN + BIN + STATE + ")" + OBJECT);
      }
      references[index][i] = local(1);
      code.visitVarInsn(Opcodes.ASTORE, references[index][i]);
      load(Opcodes.ALOAD, STREAM);
      load(Opcodes.ILOAD, handle);
      call(HANDLES, "depends", "(" + IN + "I)V");
    }
    load(Opcodes.ALOAD, STREAM, BUFFER);
    load(Opcodes.ILOAD, handle);
    call(VALUES, "endSlot", "(" + IN + BIN + "I)V");
  }

  /** Reads a primitive, floating ones as their bits; answers its variable. */
  private int readPrimitive(byte kind, int at) {
    int variable = local(Slot.size(kind) == 8 ? 2 : 1);
    pushUnsafe();
    load(Opcodes.ALOAD, buf);
    pushPlace(base, at);
    switch (kind) {
      case 'Z', 'B' -> callUnsafe("getByte", "(" + OBJECT + "J)B");
      case 'C' -> getUnaligned("Char", 'C');
      case 'S' -> getUnaligned("Short", 'S');
      case 'I', 'F' -> getUnaligned("Int", 'I');
      default -> getUnaligned("Long", 'J');
    }
    code.visitVarInsn(Slot.size(kind) == 8 ? Opcodes.LSTORE : Opcodes.ISTORE, variable);
    return variable;
  }

  private void getUnaligned(String type, char kind) {
    code.visitInsn(Opcodes.ICONST_1); // big-endian
    callUnsafe("get" + type + "Unaligned", "(" + OBJECT + "JZ)" + kind);
  }

  private void jumpIfNotKept(int index, Label to) {
    if (kept[index] != 0) {
      load(Opcodes.ILOAD, kept[index]);
      code.visitJumpInsn(Opcodes.IFEQ, to);
    }
  }

  /** Has the JDK refuse a slot's references if one is of the wrong type. */
  private void check(int index) {
    Slot slot = slots[index];
    Label next = new Label();
    jumpIfNotKept(index, next);
    Label refuse = new Label();
    boolean any = false;
    for (int i = 0; i < slot.references().length; i++) {
      if (slot.checked()[i]) {
        load(Opcodes.ALOAD, references[index][i]);
        pushConstant();
        call(VALUES, "fits", "(" + OBJECT + CLASS + ")Z");
        code.visitJumpInsn(Opcodes.IFEQ, refuse);
        any = true;
      }
    }
    if (any) {
      code.visitJumpInsn(Opcodes.GOTO, next);
      code.visitLabel(refuse);
      load(Opcodes.ALOAD, DESCRIPTION);
      pushInt(index);
      load(Opcodes.ALOAD, object);
      pushInt(slot.references().length);
      code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
      for (int i = 0; i < slot.references().length; i++) {
        code.visitInsn(Opcodes.DUP);
        pushInt(i);
        load(Opcodes.ALOAD, references[index][i]);
        code.visitInsn(Opcodes.AASTORE);
      }
      call(VALUES, "refuse", "(" + DESC + "I" + OBJECT + "[" + OBJECT + ")V");
    }
    code.visitLabel(next);
  }

  private void set(int index) {
    Slot slot = slots[index];
    Label next = new Label();
    jumpIfNotKept(index, next);
    for (int i = 0; i < slot.kinds().length; i++) {
      pushUnsafe();
      load(Opcodes.ALOAD, object);
      pushLong(slot.primitives()[i]);
      setPrimitive(slot.kinds()[i], primitives[index][i]);
    }
    for (int i = 0; i < slot.references().length; i++) {
      pushUnsafe();
      load(Opcodes.ALOAD, object);
      pushLong(slot.references()[i]);
      load(Opcodes.ALOAD, references[index][i]);
      callUnsafe("putReference", "(" + OBJECT + "J" + OBJECT + ")V");
    }
    code.visitLabel(next);
  }

  private void setPrimitive(byte kind, int variable) {
    code.visitVarInsn(Slot.size(kind) == 8 ? Opcodes.LLOAD : Opcodes.ILOAD, variable);
    String put = "(" + OBJECT + "J" + (char) kind + ")V";
    switch (kind) {
      case 'Z' -> {
        call(VALUES, "isTrue", "(I)Z");
        callUnsafe("putBoolean", put);
      }
      case 'B' -> callUnsafe("putByte", put);
      case 'C' -> callUnsafe("putChar", put);
      case 'S' -> callUnsafe("putShort", put);
      case 'I' -> callUnsafe("putInt", put);
      case 'J' -> callUnsafe("putLong", put);
      case 'F' -> {
        call("java/lang/Float", "intBitsToFloat", "(I)F");
        callUnsafe("putFloat", put);
      }
      default -> {
        call("java/lang/Double", "longBitsToDouble", "(J)D");
        callUnsafe("putDouble", put);
      }
    }
  }

  /** Takes the class constants from the class's data. */
  private void initializer() {
    MethodVisitor clinit = writer().visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    clinit.visitCode();
    String handles = "java/lang/invoke/MethodHandles";
    clinit.visitMethodInsn(
        Opcodes.INVOKESTATIC, handles, "lookup", "()L" + handles + "$Lookup;", false);
    clinit.visitLdcInsn("_");
    clinit.visitLdcInsn(org.objectweb.asm.Type.getType("[" + OBJECT));
    clinit.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        handles,
        "classData",
        "(L" + handles + "$Lookup;Ljava/lang/String;" + CLASS + ")" + OBJECT,
        false);
    clinit.visitTypeInsn(Opcodes.CHECKCAST, "[" + OBJECT);
    clinit.visitVarInsn(Opcodes.ASTORE, 0);
    for (int i = 0; i < constants; i++) {
      int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
      writer().visitField(access, "t" + i, CLASS, null, null).visitEnd();
      clinit.visitVarInsn(Opcodes.ALOAD, 0);
      clinit.visitLdcInsn(i);
      clinit.visitInsn(Opcodes.AALOAD);
      clinit.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Class");
      clinit.visitFieldInsn(Opcodes.PUTSTATIC, name(), "t" + i, CLASS);
    }
    clinit.visitInsn(Opcodes.RETURN);
    clinit.visitMaxs(0, 0);
    clinit.visitEnd();
  }
}
