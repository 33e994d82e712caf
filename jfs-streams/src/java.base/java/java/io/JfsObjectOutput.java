package java.io;

import jdk.internal.misc.Unsafe;

/**
 * Writes objects in place of the JDK's {@code ObjectOutputStream.writeObject0}: the same bytes,
 * into the JDK's own buffer, with the JDK's own table of handles. What it does not know it gives to
 * the JDK's code, object by object, and that comes back here for the objects beneath.
 *
 * <p>The agent makes it a nest mate of the stream, so that it may use its private members. It is
 * called by the threads that write, one at a time for each stream.
 */
final class JfsObjectOutput {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long BYTES = JfsArrays.BYTES;

  /** The size of the JDK's buffer. */
  private static final int BLOCK = 1024;

  /** Longer strings are the JDK's: most do not fit into what is left of the buffer. */
  private static final int LONGEST = 256;

  private JfsObjectOutput() {}

  /** Writes an object; the JDK calls it from everywhere where it writes one. */
  static void writeObject0(ObjectOutputStream out, Object obj, boolean unshared)
      throws IOException {
    ObjectOutputStream.BlockDataOutputStream bout = out.bout;
    if (unshared || bout == null || ObjectOutputStream.extendedDebugInfo || !JfsStreams.areOn()) {
      out.writeObject0$jdk(obj, unshared);
      return;
    }
    boolean oldMode = bout.setBlockDataMode(false);
    out.depth++;
    try {
      write(out, bout, obj);
    } finally {
      out.depth--;
      bout.setBlockDataMode(oldMode);
    }
  }

  /** Writes an object; block data mode is off. */
  private static void write(
      ObjectOutputStream out, ObjectOutputStream.BlockDataOutputStream bout, Object original)
      throws IOException {
    if (out.enableReplace && !JfsRmi.replacesRemoteAlone(out.getClass())) {
      out.writeObject0$jdk(original, false);
      return;
    }
    ObjectOutputStream.HandleTable handles = out.handles;
    Object obj = out.subs.htab.size == 0 ? original : out.subs.lookup(original);
    if (obj == null) {
      putByte(bout, ObjectStreamConstants.TC_NULL);
      return;
    }
    int handle = lookup(handles, obj);
    if (handle >= 0) {
      putReference(bout, handle);
      return;
    }
    Class<?> type = obj.getClass();
    if (type == String.class) {
      String text = (String) obj;
      if (!putString(bout, text)) {
        out.writeString(text, false);
      } else {
        assign(handles, text);
      }
      return;
    }
    JfsWritePlan plan = JfsWritePlan.of(type);
    if (plan.isForJdk || (plan.isRemote && out.enableReplace)) {
      out.writeObject0$jdk(obj, false);
    } else if (plan.slots == null) {
      writeArray(out, bout, (Object[]) obj, plan);
    } else {
      writeFields(out, bout, obj, plan);
    }
  }

  /** Writes an object that another one refers to, and leaves the stream as the JDK does. */
  private static void writeReferred(
      ObjectOutputStream out, ObjectOutputStream.BlockDataOutputStream bout, Object obj)
      throws IOException {
    boolean complete = false;
    try {
      write(out, bout, obj);
      complete = true;
    } finally {
      if (!complete) {
        bout.setBlockDataMode(false);
      }
    }
  }

  private static void writeArray(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      Object[] array,
      JfsWritePlan plan)
      throws IOException {
    putByte(bout, ObjectStreamConstants.TC_ARRAY);
    writeDescription(out, bout, plan);
    assign(out.handles, array);
    if (BLOCK - bout.pos < 4) {
      bout.drain();
    }
    UNSAFE.putIntUnaligned(bout.buf, BYTES + bout.pos, array.length, true);
    bout.pos += 4;
    for (Object element : array) {
      writeReferred(out, bout, element);
    }
  }

  private static void writeFields(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      Object obj,
      JfsWritePlan plan)
      throws IOException {
    putByte(bout, ObjectStreamConstants.TC_OBJECT);
    writeDescription(out, bout, plan);
    assign(out.handles, obj);
    for (JfsFields slot : plan.slots) {
      int size = slot.size;
      if (size > 0) {
        if (BLOCK - bout.pos < size) {
          bout.drain();
        }
        slot.get(obj, bout.buf, bout.pos);
        bout.pos += size;
      }
      writeReferences(out, bout, obj, slot);
    }
  }

  private static void writeReferences(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      Object obj,
      JfsFields slot)
      throws IOException {
    long[] offsets = slot.references;
    if (offsets.length == 0) {
      return;
    }
    // All are taken before the first is written, as the JDK does: to write one may run code that
    // changes the others.
    if (offsets.length == 1) {
      writeReference(out, bout, UNSAFE.getReference(obj, offsets[0]), slot.unshared[0]);
    } else if (offsets.length == 2) {
      Object first = UNSAFE.getReference(obj, offsets[0]);
      Object second = UNSAFE.getReference(obj, offsets[1]);
      writeReference(out, bout, first, slot.unshared[0]);
      writeReference(out, bout, second, slot.unshared[1]);
    } else {
      Object[] values = new Object[offsets.length];
      for (int i = 0; i < offsets.length; i++) {
        values[i] = UNSAFE.getReference(obj, offsets[i]);
      }
      for (int i = 0; i < offsets.length; i++) {
        writeReference(out, bout, values[i], slot.unshared[i]);
      }
    }
  }

  private static void writeReference(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      Object value,
      boolean unshared)
      throws IOException {
    if (unshared) {
      out.writeObject0$jdk(value, true);
    } else {
      writeReferred(out, bout, value);
    }
  }

  private static void writeDescription(
      ObjectOutputStream out, ObjectOutputStream.BlockDataOutputStream bout, JfsWritePlan plan)
      throws IOException {
    ObjectOutputStream.HandleTable handles = out.handles;
    int handle = plan.hint;
    if (handle < handles.size && handles.objs[handle] == plan.desc) {
      putReference(bout, handle);
      return;
    }
    out.writeClassDesc(plan.desc, false);
    plan.hint = Math.max(0, handles.lookup(plan.desc));
  }

  private static void putByte(ObjectOutputStream.BlockDataOutputStream bout, byte value)
      throws IOException {
    if (bout.pos >= BLOCK) {
      bout.drain();
    }
    bout.buf[bout.pos++] = value;
  }

  private static void putReference(ObjectOutputStream.BlockDataOutputStream bout, int handle)
      throws IOException {
    if (BLOCK - bout.pos < 5) {
      bout.drain();
    }
    int pos = bout.pos;
    byte[] buf = bout.buf;
    buf[pos] = ObjectStreamConstants.TC_REFERENCE;
    UNSAFE.putIntUnaligned(
        buf, BYTES + pos + 1, ObjectStreamConstants.baseWireHandle + handle, true);
    bout.pos = pos + 5;
  }

  /** Puts a short string of ASCII characters; returns false if it is another one. */
  private static boolean putString(ObjectOutputStream.BlockDataOutputStream bout, String text)
      throws IOException {
    int length = text.length();
    if (length > LONGEST) {
      return false;
    }
    if (BLOCK - bout.pos < 3 + length) {
      bout.drain();
    }
    byte[] buf = bout.buf;
    int at = bout.pos + 3;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c == 0 || c >= 0x80) {
        return false;
      }
      buf[at + i] = (byte) c;
    }
    buf[at - 3] = ObjectStreamConstants.TC_STRING;
    buf[at - 2] = (byte) (length >> 8);
    buf[at - 1] = (byte) length;
    bout.pos = at + length;
    return true;
  }

  /** Finds the handle of an object, as the JDK's table does; -1 if it has none. */
  private static int lookup(ObjectOutputStream.HandleTable handles, Object obj) {
    int[] spine = handles.spine;
    int mask = spine.length - 1;
    if ((spine.length & mask) != 0) {
      return handles.lookup(obj);
    }
    Object[] objs = handles.objs;
    int[] next = handles.next;
    for (int i = spine[System.identityHashCode(obj) & mask]; i >= 0; i = next[i]) {
      if (objs[i] == obj) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Gives an object the next handle. The table is the JDK's, but for the number of its chains: with
   * a power of two, the JDK's remainder is a mask.
   */
  private static void assign(ObjectOutputStream.HandleTable handles, Object obj) {
    int handle = handles.size;
    if (handle >= handles.next.length) {
      handles.growEntries();
    }
    int mask = handles.spine.length - 1;
    if (handle >= handles.threshold || (handles.spine.length & mask) != 0) {
      mask = growSpine(handles);
    }
    int chain = System.identityHashCode(obj) & mask;
    handles.objs[handle] = obj;
    handles.next[handle] = handles.spine[chain];
    handles.spine[chain] = handle;
    handles.size = handle + 1;
  }

  private static int growSpine(ObjectOutputStream.HandleTable handles) {
    int size = handles.size;
    int length = Math.max(32, Integer.highestOneBit(Math.max(1, size)) << 2);
    int[] spine = new int[length];
    java.util.Arrays.fill(spine, -1);
    for (int i = 0; i < size; i++) {
      int chain = System.identityHashCode(handles.objs[i]) & (length - 1);
      handles.next[i] = spine[chain];
      spine[chain] = i;
    }
    handles.spine = spine;
    handles.threshold = length;
    return length - 1;
  }
}
