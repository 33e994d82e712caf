package java.io;

import jdk.internal.misc.Unsafe;

/**
 * The field values of one object that is read. As with the JDK, all are read first and checked
 * then, and only if all are right the object gets them: nobody sees half of it, except through
 * objects beneath that refer back to it.
 */
final class JfsValues {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  /** The JDK's HandleTable.STATUS_EXCEPTION. */
  private static final byte EXCEPTION = 3;

  private final JfsReadPlan plan;
  private final byte[] primitives;
  private final Object[] references;

  private JfsValues(JfsReadPlan plan) {
    this.plan = plan;
    primitives = new byte[plan.size];
    references = new Object[plan.references];
  }

  /** Reads the fields of an object whose handle is the last that was passed. */
  static void read(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      ObjectStreamClass desc,
      JfsReadPlan plan,
      Object obj)
      throws IOException {
    if (plan.references == 0 && plan.slots.length == 1 && isThere(bin, state, plan.size)) {
      // Nothing else can happen.
      int pos = state.pos();
      plan.slots[0].set(obj, state.buf(), pos);
      state.take(bin.in, pos + plan.size);
      return;
    }
    JfsValues values = new JfsValues(plan);
    int handle = in.passHandle;
    int kept = values.readSlots(in, bin, state);
    if (in.handles.status[handle] != EXCEPTION || JfsStreams.setsWithoutClass()) {
      values.check(kept, desc, obj);
      values.set(kept, obj);
    }
  }

  /** Whether so many bytes are in the buffer, the next one first. */
  private static boolean isThere(
      ObjectInputStream.BlockDataInputStream bin, JfsInputState state, int size) {
    return bin.in.peekb < 0 && state.buf() != null && state.count() - state.pos() >= size;
  }

  /**
   * Reads all; returns for how many slots the values are kept: what comes after a class was not
   * found is read in vain.
   */
  private int readSlots(
      ObjectInputStream in, ObjectInputStream.BlockDataInputStream bin, JfsInputState state)
      throws IOException {
    int handle = in.passHandle;
    ObjectInputStream.HandleTable handles = in.handles;
    int kept = 0;
    int at = 0;
    int next = 0;
    for (JfsFields slot : plan.slots) {
      if (handles.status[handle] != EXCEPTION) {
        kept++;
      }
      if (slot.size > 0) {
        readPrimitives(bin, state, at, slot.size);
        at += slot.size;
      }
      for (boolean unshared : slot.unshared) {
        references[next++] =
            unshared
                ? in.readObject0$jdk(Object.class, true)
                : JfsObjectInput.read(in, bin, state);
        handles.markDependency(handle, in.passHandle);
      }
      in.passHandle = handle;
      bin.setBlockDataMode(false);
    }
    return kept;
  }

  private void readPrimitives(
      ObjectInputStream.BlockDataInputStream bin, JfsInputState state, int at, int size)
      throws IOException {
    if (isThere(bin, state, size)) {
      int pos = state.pos();
      System.arraycopy(state.buf(), pos, primitives, at, size);
      state.take(bin.in, pos + size);
    } else {
      bin.readFully(primitives, at, size, false);
    }
  }

  /** Has the JDK refuse values of the wrong type. */
  private void check(int kept, ObjectStreamClass desc, Object obj) throws IOException {
    int next = 0;
    for (int i = 0; i < kept; i++) {
      Class<?>[] types = plan.slots[i].types;
      for (int j = 0; j < types.length; j++) {
        Object value = references[next + j];
        if (value != null && types[j] != null && !types[j].isInstance(value)) {
          Object[] values = new Object[types.length];
          System.arraycopy(references, next, values, 0, types.length);
          desc.getClassDataLayout()[i].desc.checkObjFieldValueTypes(obj, values);
          throw new ClassCastException();
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
