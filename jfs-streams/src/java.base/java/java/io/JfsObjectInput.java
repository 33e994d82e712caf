package java.io;

import jdk.internal.event.DeserializationEvent;
import jdk.internal.misc.Unsafe;

/**
 * Reads objects in place of the JDK's {@code ObjectInputStream.readObject0}: from the buffer of the
 * stream beneath, as far as all that it has to know of an object is in there, with the JDK's own
 * table of handles, counters and filters. All else it leaves to the JDK's code, object by object,
 * before it has taken a byte, and that comes back here for the objects beneath.
 *
 * <p>The agent makes it a nest mate of the stream, so that it may use its private members. It is
 * called by the threads that read, one at a time for each stream.
 */
final class JfsObjectInput {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long BYTES = JfsArrays.BYTES;

  private static final long SIGNS = 0x8080_8080_8080_8080L;

  /** The JDK's HandleTable.STATUS_EXCEPTION: a class is missing. */
  private static final byte EXCEPTION = 3;

  private static final int NULL_HANDLE = -1;

  /** A type code and a handle. */
  private static final int REFERENCE_SIZE = 5;

  private JfsObjectInput() {}

  /** Reads an object; the JDK calls it from everywhere where it reads one. */
  static Object readObject0(ObjectInputStream in, Class<?> type, boolean unshared)
      throws IOException {
    ObjectInputStream.BlockDataInputStream bin = in.bin;
    if (unshared || type != Object.class || bin == null || !JfsStreams.areOn()) {
      return in.readObject0$jdk(type, unshared);
    }
    JfsInputState state = in.state$jfs;
    if (state == null) {
      state = new JfsInputState(bin.in.in);
      in.state$jfs = state;
    }
    return state.isOpen() ? read(in, bin, state) : in.readObject0$jdk(type, false);
  }

  /** Reads an object, shared, of any type. */
  static Object read(
      ObjectInputStream in, ObjectInputStream.BlockDataInputStream bin, JfsInputState state)
      throws IOException {
    byte[] buf = state.buf();
    int pos = state.pos();
    int left = buf == null ? 0 : state.count() - pos;
    int code = bin.in.peekb;
    if (code < 0) {
      if (left <= 0) {
        return in.readObject0$jdk(Object.class, false);
      }
      code = buf[pos++];
      left--;
    }
    if (bin.blkmode && (in.defaultDataEnd || bin.currentBlockRemaining() > 0)) {
      return in.readObject0$jdk(Object.class, false);
    }
    switch ((byte) code) {
      case ObjectStreamConstants.TC_NULL:
        return readNull(in, bin, state, pos);
      case ObjectStreamConstants.TC_REFERENCE:
        if (left >= 4) {
          int handle = handle(buf, pos);
          if (isUsable(in, handle)) {
            return readReference(in, bin, state, pos + 4, handle);
          }
        }
        break;
      case ObjectStreamConstants.TC_STRING:
        if (left >= 2) {
          int length = UNSAFE.getCharUnaligned(buf, BYTES + pos, true);
          if (left - 2 >= length && isAscii(buf, pos + 2, length)) {
            return readString(in, bin, state, buf, pos + 2, length);
          }
        }
        break;
      case ObjectStreamConstants.TC_OBJECT:
        if (left >= REFERENCE_SIZE && buf[pos] == ObjectStreamConstants.TC_REFERENCE) {
          int handle = handle(buf, pos + 1);
          if (isUsable(in, handle)
              && in.handles.entries[handle] instanceof ObjectStreamClass desc) {
            JfsReadPlan plan = state.plan(handle, desc);
            if (plan != JfsReadPlan.OF_JDK) {
              return readObject(in, bin, state, pos + REFERENCE_SIZE, handle, desc, plan);
            }
          }
        }
        break;
      default:
        break;
    }
    return in.readObject0$jdk(Object.class, false);
  }

  private static int handle(byte[] buf, int at) {
    return UNSAFE.getIntUnaligned(buf, BYTES + at, true) - ObjectStreamConstants.baseWireHandle;
  }

  /** Whether the stream may refer to this handle, and its class was found. */
  private static boolean isUsable(ObjectInputStream in, int handle) {
    ObjectInputStream.HandleTable handles = in.handles;
    return handle >= 0
        && handle < handles.size
        && handles.status[handle] != EXCEPTION
        && handles.entries[handle] != ObjectInputStream.unsharedMarker;
  }

  private static boolean isAscii(byte[] buf, int at, int length) {
    int i = 0;
    for (; i <= length - 8; i += 8) {
      if ((UNSAFE.getLongUnaligned(buf, BYTES + at + i) & SIGNS) != 0) {
        return false;
      }
    }
    for (; i < length; i++) {
      if (buf[at + i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether the JDK's filter, or a flight recorder, wants to know of each reference. */
  private static boolean isWatched(ObjectInputStream in) {
    return in.serialFilter != null || new DeserializationEvent().isEnabled();
  }

  private static Object readNull(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      int end)
      throws IOException {
    boolean oldMode = bin.setBlockDataMode(false);
    in.totalObjectRefs++;
    state.take(bin.in, end);
    in.passHandle = NULL_HANDLE;
    bin.setBlockDataMode(oldMode);
    return null;
  }

  private static Object readReference(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      int end,
      int handle)
      throws IOException {
    boolean oldMode = bin.setBlockDataMode(false);
    in.depth++;
    in.totalObjectRefs++;
    try {
      state.take(bin.in, end);
      in.passHandle = handle;
      Object obj = in.handles.entries[handle];
      if (isWatched(in)) {
        in.filterCheck(null, -1);
      }
      return obj;
    } finally {
      in.depth--;
      bin.setBlockDataMode(oldMode);
    }
  }

  @SuppressWarnings("deprecation") // the bytes are ASCII
  private static Object readString(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      byte[] buf,
      int start,
      int length)
      throws IOException {
    boolean oldMode = bin.setBlockDataMode(false);
    in.depth++;
    in.totalObjectRefs++;
    try {
      // As with the JDK, empty ones are all the same object.
      String text = length == 0 ? "" : new String(buf, 0, start, length);
      state.take(bin.in, start + length);
      in.passHandle = in.handles.assign(text);
      in.handles.finish(in.passHandle);
      return in.enableResolve ? in.checkResolve(text) : text;
    } finally {
      in.depth--;
      bin.setBlockDataMode(oldMode);
    }
  }

  private static Object readObject(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      int end,
      int handle,
      ObjectStreamClass desc,
      JfsReadPlan plan)
      throws IOException {
    boolean oldMode = bin.setBlockDataMode(false);
    in.depth++;
    in.totalObjectRefs++;
    try {
      state.take(bin.in, end);
      in.passHandle = handle;
      if (isWatched(in)) {
        in.filterCheck(null, -1);
      }
      JfsReadCodec code = plan.hot.code;
      Object obj =
          code == null
              ? JfsValues.readObject(in, bin, state, desc, plan)
              : code.read(in, bin, state, desc);
      in.handles.finish(in.passHandle);
      return in.enableResolve ? in.checkResolve(obj) : obj;
    } finally {
      in.depth--;
      bin.setBlockDataMode(oldMode);
    }
  }
}
