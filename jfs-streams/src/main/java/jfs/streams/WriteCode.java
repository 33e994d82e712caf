package jfs.streams;

import org.objectweb.asm.Opcodes;

/** Makes a {@code java.io.JfsWriteCodec}: without jumps, all fields of an object in turn. */
final class WriteCode extends SlotCode {

  private static final String JFS = "java/io/JfsObjectOutput";

  private static final int STREAM = 1;
  private static final int BUFFER = 2;
  private static final int STATE_OF_JFS = 3;
  private static final int FROM = 4;

  private final int buf = local(1);
  private final int base = local(2);

  WriteCode(long bytes, Slot[] slots) {
    super(
        "java/io/JfsWriteCodec",
        "write",
        "(" + OUT + BOUT + OUT_STATE + OBJECT + ")V",
        bytes,
        slots);
    for (Slot slot : slots) {
      if (slot.size() > 0) {
        primitives(slot);
      }
      references(slot);
    }
    code.visitInsn(Opcodes.RETURN);
  }

  private void primitives(Slot slot) {
    load(Opcodes.ALOAD, BUFFER);
    pushInt(slot.size());
    call(JFS, "room", "(" + BOUT + "I)I");
    code.visitInsn(Opcodes.I2L);
    pushLong(bytes);
    code.visitInsn(Opcodes.LADD);
    code.visitVarInsn(Opcodes.LSTORE, base);
    load(Opcodes.ALOAD, BUFFER);
    call(JFS, "buf", "(" + BOUT + ")[B");
    code.visitVarInsn(Opcodes.ASTORE, buf);
    int at = 0;
    for (int i = 0; i < slot.kinds().length; i++) {
      pushUnsafe();
      load(Opcodes.ALOAD, buf);
      pushPlace(base, at);
      pushUnsafe();
      load(Opcodes.ALOAD, FROM);
      pushLong(slot.primitives()[i]);
      put(slot.kinds()[i]);
      at += Slot.size(slot.kinds()[i]);
    }
  }

  /** Gets a field's value and puts it. Numbers that are none all look the same in a stream. */
  private void put(byte kind) {
    String get = "(" + OBJECT + "J)" + (char) kind;
    switch (kind) {
      case 'Z' -> {
        callUnsafe("getBoolean", get);
        callUnsafe("putByte", "(" + OBJECT + "JB)V");
      }
      case 'B' -> {
        callUnsafe("getByte", get);
        callUnsafe("putByte", "(" + OBJECT + "JB)V");
      }
      case 'C' -> {
        callUnsafe("getChar", get);
        putUnaligned("Char", 'C');
      }
      case 'S' -> {
        callUnsafe("getShort", get);
        putUnaligned("Short", 'S');
      }
      case 'I' -> {
        callUnsafe("getInt", get);
        putUnaligned("Int", 'I');
      }
      case 'F' -> {
        callUnsafe("getFloat", get);
        call("java/lang/Float", "floatToIntBits", "(F)I");
        putUnaligned("Int", 'I');
      }
      case 'J' -> {
        callUnsafe("getLong", get);
        putUnaligned("Long", 'J');
      }
      default -> {
        callUnsafe("getDouble", get);
        call("java/lang/Double", "doubleToLongBits", "(D)J");
        putUnaligned("Long", 'J');
      }
    }
  }

  private void putUnaligned(String type, char kind) {
    code.visitInsn(Opcodes.ICONST_1); // big-endian
    callUnsafe("put" + type + "Unaligned", "(" + OBJECT + "J" + kind + "Z)V");
  }

  /** All are taken before the first is written, as the JDK does. */
  private void references(Slot slot) {
    int[] values = new int[slot.references().length];
    for (int i = 0; i < values.length; i++) {
      pushUnsafe();
      load(Opcodes.ALOAD, FROM);
      pushLong(slot.references()[i]);
      callUnsafe("getReference", "(" + OBJECT + "J)" + OBJECT);
      values[i] = local(1);
      code.visitVarInsn(Opcodes.ASTORE, values[i]);
    }
    for (int i = 0; i < values.length; i++) {
      load(Opcodes.ALOAD, STREAM, BUFFER, STATE_OF_JFS, values[i]);
      code.visitInsn(slot.unshared()[i] ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
      call(JFS, "writeReference", "(" + OUT + BOUT + OUT_STATE + OBJECT + "Z)V");
    }
  }
}
