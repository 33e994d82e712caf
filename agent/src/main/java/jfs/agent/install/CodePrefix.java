package jfs.agent.install;

/**
 * Puts instructions before those of a method, whatever these are, and moves the tables along that
 * refer to places in the code (JVMS 4.7.3, 4.7.4, 4.7.12, 4.7.13). Jumps are relative, and a prefix
 * of whole words leaves switches aligned.
 */
final class CodePrefix {

  private static final int WORD = 4;

  /** Frames: the greatest type of each kind (JVMS 4.7.4), and what a verification type may be. */
  private static final int SAME = 63;

  private static final int SAME_ONE_ITEM = 127;
  private static final int SAME_ONE_ITEM_EXTENDED = 247;
  private static final int SAME_EXTENDED = 251;
  private static final int APPEND = 254;
  private static final int OBJECT = 7;
  private static final int UNINITIALIZED = 8;

  private final MethodCode code;
  private final ClassFile file;
  private final int shift;

  private CodePrefix(MethodCode code, int shift) {
    this.code = code;
    this.file = code.file();
    this.shift = shift;
  }

  /**
   * Puts instructions before those of a method. They must leave the stack empty and the type of
   * every variable as it is.
   *
   * @param code not valid afterwards
   * @param maxStack how much of the stack they need
   * @throws IllegalArgumentException if the method has something that cannot be moved
   */
  static void put(MethodCode code, byte[] instructions, int maxStack) {
    // At least one NOP more: a frame goes between the last instruction and the method's own first
    // one, and needs an instruction of its own.
    byte[] padded = new byte[(instructions.length / WORD + 1) * WORD]; // the rest is NOP
    System.arraycopy(instructions, 0, padded, 0, instructions.length);
    try {
      new CodePrefix(code, padded.length).put(padded, maxStack);
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not a class file", e);
    }
  }

  private void put(byte[] prefix, int maxStack) {
    int start = code.start();
    int length = code.end() - start;
    if (length + shift > 0xffff) {
      throw new IllegalArgumentException("the method is too long");
    }
    int frames = moveTables(code.end());
    int more = shift;
    if (frames > 0) {
      addFrame(frames);
      more++;
    }
    file.insert(start, shift);
    file.putBytes(start, prefix);
    file.putInteger(start - 12, file.integer(start - 12) + more); // attribute_length
    file.putShort(start - 8, Math.max(maxStack, file.unsignedShort(start - 8)));
    file.putInteger(start - 4, length + shift);
  }

  /**
   * Moves the tables behind the instructions; returns where the frames are, 0 if there are none.
   */
  private int moveTables(int tables) {
    int at = tables + 2;
    for (int handlers = file.unsignedShort(tables); handlers > 0; handlers--) {
      move(at); // start_pc
      move(at + 2); // end_pc
      move(at + 4); // handler_pc
      at += 8;
    }
    int frames = 0;
    int attributes = file.unsignedShort(at);
    for (at += 2; attributes > 0; attributes--) {
      int name = file.unsignedShort(at);
      int content = at + 6;
      if (file.isUtf8(name, "LineNumberTable")) {
        moveRows(content, 4);
      } else if (file.isUtf8(name, "LocalVariableTable")
          || file.isUtf8(name, "LocalVariableTypeTable")) {
        moveRows(content, 10);
      } else if (file.isUtf8(name, "StackMapTable")) {
        requireMovableFrames(content);
        frames = content;
      } else if (file.isUtf8(name, "RuntimeVisibleTypeAnnotations")
          || file.isUtf8(name, "RuntimeInvisibleTypeAnnotations")) {
        throw new IllegalArgumentException("annotations within the code");
      }
      at = content + file.integer(at + 2);
    }
    return frames;
  }

  private void moveRows(int table, int size) {
    int at = table + 2;
    for (int rows = file.unsignedShort(table); rows > 0; rows--) {
      move(at); // start_pc
      at += size;
    }
  }

  private void move(int at) {
    file.putShort(at, file.unsignedShort(at) + shift);
  }

  /**
   * A frame's place counts from the frame before it, so one more frame at the front moves them all.
   */
  private void addFrame(int table) {
    int attributeLength = table - 4;
    file.putInteger(attributeLength, file.integer(attributeLength) + 1);
    file.putShort(table, file.unsignedShort(table) + 1);
    file.insert(table + 2, 1);
    // The state at the method's start, placed at the last NOP: the next frame is one further than
    // its distance says.
    file.putBytes(table + 2, new byte[] {(byte) (shift - 1)});
  }

  /**
   * Refuses types that name the place of a NEW, which would have to move too; compilers put none at
   * a jump.
   */
  private void requireMovableFrames(int table) {
    int at = table + 2;
    for (int frames = file.unsignedShort(table); frames > 0; frames--) {
      int type = file.unsignedByte(at++);
      if (type > SAME && type <= SAME_ONE_ITEM) {
        at = passTypes(at, 1);
      } else if (type > SAME && type < SAME_ONE_ITEM_EXTENDED) {
        throw new IllegalArgumentException("unknown frame " + type);
      } else if (type == SAME_ONE_ITEM_EXTENDED) {
        at = passTypes(at + 2, 1);
      } else if (type > SAME && type <= SAME_EXTENDED) {
        at += 2;
      } else if (type > SAME && type <= APPEND) {
        at = passTypes(at + 2, type - SAME_EXTENDED);
      } else if (type > APPEND) {
        at = passTypes(at + 4, file.unsignedShort(at + 2));
        at = passTypes(at + 2, file.unsignedShort(at));
      }
    }
  }

  private int passTypes(int from, int count) {
    int at = from;
    for (int i = 0; i < count; i++) {
      int type = file.unsignedByte(at);
      if (type == UNINITIALIZED) {
        throw new IllegalArgumentException("a jump between new and its constructor");
      }
      at += type == OBJECT ? 3 : 1;
    }
    return at;
  }
}
