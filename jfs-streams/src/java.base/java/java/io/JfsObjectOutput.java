package java.io;

import java.util.Arrays;
import java.util.Objects;

/**
 * Writes objects in place of the JDK's {@code ObjectOutputStream.writeObject0}: the same bytes,
 * into the JDK's own buffer, with the JDK's own table of handles. What it does not know it gives to
 * the JDK's code, object by object, and that comes back here for the objects beneath.
 *
 * <p>The agent makes it a nest mate of the stream, so that it may use its private members. It is
 * called by the threads that write, one at a time for each stream.
 */
final class JfsObjectOutput {

  /** Longer strings are the JDK's: most do not fit into what is left of the buffer. */
  private static final int LONGEST = 256;

  private JfsObjectOutput() {}

  /** Writes an object; the JDK calls it from everywhere where it writes one. */
  static void writeObject0(ObjectOutputStream out, Object obj, boolean unshared)
      throws IOException {
    ObjectOutputStream.BlockDataOutputStream bout = out.bout;
    if (unshared || bout == null || ObjectOutputStream.extendedDebugInfo || !JfsStreams.writeObjects()) {
      writeByJdk(out, obj, unshared);
      return;
    }
    JfsOutputState state = out.state$jfs;
    if (state == null) {
      state = new JfsOutputState();
      out.state$jfs = state;
    }
    boolean oldMode = bout.setBlockDataMode(false);
    out.depth++;
    try {
      if (out.handles.size == 0) {
        JfsOutputHandles.shrink(out.handles, state.handles);
      }
      if (!write(out, bout, state, obj)) {
        // The JDK's code restores the mode that it finds: after an exception, what a class has
        // written of a block stays pending if that mode is on.
        bout.setBlockDataMode(oldMode);
        out.writeObject0$jdk(obj, false);
      }
    } finally {
      if (--out.depth == 0) {
        state.forget(out.handles.size);
      }
      bout.setBlockDataMode(oldMode);
    }
  }

  private static void writeByJdk(ObjectOutputStream out, Object obj, boolean unshared)
      throws IOException {
    try {
      out.writeObject0$jdk(obj, unshared);
    } finally {
      JfsOutputState state = out.state$jfs; // of objects beneath
      if (out.depth == 0 && state != null) {
        state.forget(out.handles.size);
      }
    }
  }

  /**
   * Writes an object; block data mode is off. Returns false, and has written nothing, if that is
   * for {@code writeObject0$jdk}.
   */
  private static boolean write(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object original)
      throws IOException {
    if (original == null) {
      putNull(bout);
      return true;
    }
    if (out.enableReplace && !state.replacesRemoteAlone(out)) {
      return false;
    }
    Object obj = out.subs.htab.size == 0 ? original : out.subs.lookup(original);
    if (obj == null) {
      putNull(bout);
      return true;
    }
    ObjectOutputStream.HandleTable handles = out.handles;
    int hash = System.identityHashCode(obj);
    int handle = JfsOutputHandles.lookup(handles, obj, hash);
    if (handle >= 0) {
      putReference(bout, handle);
      return true;
    }
    if (obj instanceof String text) {
      if (!putString(bout, text)) {
        out.writeString(text, false);
      } else {
        JfsOutputHandles.assign(handles, text, hash);
      }
      return true;
    }
    JfsWritePlan plan = state.plan(obj.getClass());
    JfsWriteCodec code = plan.hot.code;
    if (plan.isRemote && out.enableReplace) {
      return false;
    } else if (code != null
        && (plan.way == JfsWritePlan.FIELDS || state.leavesWritingAsItIs(out))) {
      writeHead(out, bout, ObjectStreamConstants.TC_OBJECT, obj, hash, plan);
      code.write(out, bout, state, obj);
    } else if (plan.way == JfsWritePlan.FIELDS) {
      plan.hot.count();
      writeHead(out, bout, ObjectStreamConstants.TC_OBJECT, obj, hash, plan);
      writeFields(out, bout, state, obj, plan.slots);
    } else if (plan.way == JfsWritePlan.ELEMENTS) {
      writeHead(out, bout, ObjectStreamConstants.TC_ARRAY, obj, hash, plan);
      writeElements(out, bout, state, (Object[]) obj);
    } else {
      return writeByJdk(out, obj, plan);
    }
    return true;
  }

  /**
   * Has the JDK write an object, from where it knows as much of it as JFS does; returns false if
   * that is from the beginning.
   */
  private static boolean writeByJdk(ObjectOutputStream out, Object obj, JfsWritePlan plan)
      throws IOException {
    switch (plan.way) {
      case JfsWritePlan.ORDINARY -> {
        plan.hot.count();
        out.writeOrdinaryObject(obj, plan.desc, false);
      }
      case JfsWritePlan.ARRAY -> out.writeArray(obj, plan.desc, false);
      case JfsWritePlan.ENUM -> out.writeEnum((Enum<?>) obj, plan.desc, false);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Writes what comes before the content of an object, and gives it a handle. */
  private static void writeHead(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      byte code,
      Object obj,
      int hash,
      JfsWritePlan plan)
      throws IOException {
    ObjectOutputStream.HandleTable handles = out.handles;
    int handle = plan.hint;
    if (handle < handles.size && handles.objs[handle] == plan.desc) {
      int at = room(bout, 6);
      byte[] buf = bout.buf;
      buf[at] = code;
      buf[at + 1] = ObjectStreamConstants.TC_REFERENCE;
      JfsArrays.UNSAFE.putIntUnaligned(
          buf, JfsArrays.BYTES + at + 2, ObjectStreamConstants.baseWireHandle + handle, true);
    } else {
      bout.buf[room(bout, 1)] = code;
      out.writeClassDesc(plan.desc, false);
      plan.hint = Math.max(0, handles.lookup(plan.desc));
    }
    JfsOutputHandles.assign(handles, obj, hash);
  }

  private static void writeElements(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object[] array)
      throws IOException {
    int at = room(bout, 4);
    JfsArrays.UNSAFE.putIntUnaligned(bout.buf, JfsArrays.BYTES + at, array.length, true);
    for (Object element : array) {
      writeReference(out, bout, state, element, false);
    }
  }

  private static void writeFields(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object obj,
      JfsFields[] slots)
      throws IOException {
    for (JfsFields slot : slots) {
      if (slot.size > 0) {
        int at = room(bout, slot.size);
        slot.get(obj, bout.buf, at);
      }
      // All are taken before the first is written, as the JDK does: to write one may run code that
      // changes the others.
      long[] offsets = slot.references;
      Object[] values = new Object[offsets.length];
      for (int i = 0; i < offsets.length; i++) {
        values[i] = JfsArrays.UNSAFE.getReference(obj, offsets[i]);
      }
      for (int i = 0; i < offsets.length; i++) {
        writeReference(out, bout, state, values[i], slot.unshared[i]);
      }
    }
  }

  /**
   * Writes an object that another one refers to, and leaves the stream as the JDK does. Code calls
   * it.
   */
  static void writeReference(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object value,
      boolean unshared)
      throws IOException {
    if (value == null) {
      putNull(bout);
      return;
    }
    try {
      if (unshared || !write(out, bout, state, value)) {
        out.writeObject0$jdk(value, unshared);
      }
    } catch (Throwable e) {
      bout.setBlockDataMode(false);
      throw e;
    }
  }

  /** Makes room for bytes in the buffer, and answers where. Code calls it. */
  static int room(ObjectOutputStream.BlockDataOutputStream bout, int size) throws IOException {
    // Each read once, and looked at after that: a program may write by two threads without a lock,
    // and no byte may go behind the array.
    int end = bout.buf.length;
    int at = bout.pos;
    if (end - at < size) {
      bout.drain();
      at = Objects.checkFromIndexSize(bout.pos, size, end);
    }
    bout.pos = at + size;
    return at;
  }

  /** The buffer. Code calls it. */
  static byte[] buf(ObjectOutputStream.BlockDataOutputStream bout) {
    return bout.buf;
  }

  private static void putNull(ObjectOutputStream.BlockDataOutputStream bout) throws IOException {
    bout.buf[room(bout, 1)] = ObjectStreamConstants.TC_NULL;
  }

  /** Puts what ends what a class writes itself. Code calls it. */
  static void putEnd(ObjectOutputStream.BlockDataOutputStream bout) throws IOException {
    bout.buf[room(bout, 1)] = ObjectStreamConstants.TC_ENDBLOCKDATA;
  }

  /** Whether code writes an object with the same bytes as the JDK. */
  static boolean agrees(JfsWriteCodec code, Object sample) throws IOException {
    return Arrays.equals(written(null, sample), written(code, sample));
  }

  private static byte[] written(JfsWriteCodec code, Object sample) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    ObjectOutputStream.BlockDataOutputStream bout = out.bout;
    JfsOutputState state = new JfsOutputState();
    out.state$jfs = state;
    bout.setBlockDataMode(false);
    JfsWritePlan plan = JfsWritePlan.of(sample.getClass());
    if (code == null) {
      out.writeOrdinaryObject(sample, plan.desc, false);
    } else {
      int hash = System.identityHashCode(sample);
      writeHead(out, bout, ObjectStreamConstants.TC_OBJECT, sample, hash, plan);
      code.write(out, bout, state, sample);
    }
    bout.setBlockDataMode(true);
    out.flush();
    return bytes.toByteArray();
  }

  private static void putReference(ObjectOutputStream.BlockDataOutputStream bout, int handle)
      throws IOException {
    int pos = room(bout, 5);
    byte[] buf = bout.buf;
    buf[pos] = ObjectStreamConstants.TC_REFERENCE;
    JfsArrays.UNSAFE.putIntUnaligned(
        buf, JfsArrays.BYTES + pos + 1, ObjectStreamConstants.baseWireHandle + handle, true);
  }

  /** Puts a short string of ASCII characters; returns false if it is another one. */
  private static boolean putString(ObjectOutputStream.BlockDataOutputStream bout, String text)
      throws IOException {
    int length = text.length();
    if (length > LONGEST) {
      return false;
    }
    byte[] buf = bout.buf;
    if (buf.length - bout.pos < 3 + length) {
      bout.drain();
    }
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
}
