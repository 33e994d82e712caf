package java.io;

import java.util.Objects;
import jdk.internal.misc.Unsafe;

/**
 * The field values of one object that is read. As with the JDK, all are read first and checked
 * then, and only if all are right the object gets them: nobody sees half of it, except through
 * objects beneath that refer back to it.
 */
final class JfsValues {

  /**
   * Whether empty strings that the JDK reads are all the same object, as they are but on JDK 21. It
   * makes them by a builder. C2 may replace one that is used for nothing else, and then each is an
   * object of its own; so this looks once, at a builder that C2 leaves alone.
   */
  static final boolean EMPTY_IS_SHARED = isEmptyShared(new StringBuilder("-"));

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  private final JfsReadPlan plan;
  private final byte[] primitives;
  private final Object[] references;

  private JfsValues(JfsReadPlan plan) {
    this.plan = plan;
    primitives = new byte[plan.size];
    references = new Object[plan.references];
  }

  @SuppressWarnings("StringEquality") // that is the question
  private static boolean isEmptyShared(StringBuilder builder) {
    builder.setLength(0);
    return builder.toString() == "";
  }

  /** Makes an object, gives it the next handle and reads its fields. */
  static Object readObject(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      ObjectStreamClass desc,
      JfsReadPlan plan)
      throws IOException {
    plan.hot.count();
    Object obj = plan.newObject();
    int handle = JfsHandles.assign(in, obj);
    JfsValues values = new JfsValues(plan);
    int kept = 0; // slots; what comes after a class was not found is read in vain
    int at = 0;
    int next = 0;
    for (JfsFields slot : plan.slots) {
      if (JfsHandles.isWhole(in, handle)) {
        kept++;
      }
      if (slot.size > 0) {
        byte[] from = primitives(bin, state, slot.size);
        System.arraycopy(from, state.at, values.primitives, at, slot.size);
        at += slot.size;
      }
      for (boolean unshared : slot.unshared) {
        values.references[next++] =
            unshared
                ? readUnshared(in)
                : JfsObjectInput.read(in, bin, state);
        JfsHandles.depends(in, handle);
      }
      endSlot(in, bin, handle);
    }
    if (JfsHandles.isWhole(in, handle) || JfsStreams.setsWithoutClass()) {
      values.check(kept, desc, obj);
      values.set(kept, obj);
    }
    return obj;
  }

  // Code for classes calls these.

  /** Reads what a field refers to without sharing. */
  static Object readUnshared(ObjectInputStream in) throws IOException {
    return JfsObjectInput.readObject0(in, Object.class, true);
  }

  /** The references of a slot are read. */
  static void endSlot(
      ObjectInputStream in, ObjectInputStream.BlockDataInputStream bin, int handle)
      throws IOException {
    in.passHandle = handle;
    if (bin.blkmode) {
      bin.setBlockDataMode(false);
    }
  }

  /** Where the primitive fields of a slot are, from {@link JfsInputState#at} on. */
  static byte[] primitives(
      ObjectInputStream.BlockDataInputStream bin, JfsInputState state, int size)
      throws IOException {
    byte[] buf = state.buf(); // null once another thread has closed the stream
    int pos = state.pos();
    if (bin.in.peekb < 0 && state.left(buf, pos) >= size) {
      state.take(bin.in, pos + size);
      state.at = pos;
      return buf;
    }
    byte[] own = new byte[size];
    bin.readFully(own, 0, size, false);
    state.at = 0;
    return own;
  }

  /**
   * The place where {@link #primitives} has found them, if so many bytes are there: a program may
   * read by two threads without a lock. Code calls it.
   */
  static int place(byte[] buf, int at, int size) {
    return Objects.checkFromIndexSize(at, size, buf.length);
  }

  /** Whether a field of this type may refer to this. */
  static boolean fits(Object value, Class<?> type) {
    return value == null || type.isInstance(value);
  }

  /** What a byte of the stream means for a boolean. */
  static boolean isTrue(int value) {
    return value != 0;
  }

  /** Has the JDK refuse the references of a slot, of which one is of the wrong type. */
  static void refuse(ObjectStreamClass desc, int slot, Object obj, Object[] values)
      throws IOException {
    desc.getClassDataLayout()[slot].desc.checkObjFieldValueTypes(obj, values);
    throw new ClassCastException();
  }

  /** Has the JDK refuse values of the wrong type. */
  private void check(int kept, ObjectStreamClass desc, Object obj) throws IOException {
    int next = 0;
    for (int i = 0; i < kept; i++) {
      Class<?>[] types = plan.slots[i].types;
      for (int j = 0; j < types.length; j++) {
        Object value = references[next + j];
        if (types[j] != null && !fits(value, types[j])) {
          Object[] values = new Object[types.length];
          System.arraycopy(references, next, values, 0, types.length);
          refuse(desc, i, obj, values);
        }
      }
      next += types.length;
    }
  }

  private void set(int kept, Object obj) {
    int at = 0;
    int next = 0;
    for (int i = 0; i < kept; i++) {
      JfsFields slot = plan.slots[i];
      slot.set(obj, primitives, at);
      at += slot.size;
      for (long offset : slot.references) {
        UNSAFE.putReference(obj, offset, references[next++]);
      }
    }
  }
}
